import { expect, test } from "vitest";
import { createBatches } from "../../../background/lib/batches.ts";
import { createBegunEarly } from "../../../background/lib/begun-early.ts";
import { joining } from "../../../background/lib/joining.ts";

/** Counts its calls, the n-th answers n. */
function counted(): () => Promise<number> {
  let calls = 0;
  return async () => ++calls;
}

test("what was read early serves who asks first; everybody later has it read anew", async () => {
  const early = createBegunEarly(counted());
  early.begin();
  expect([await early.read(), await early.read(), await early.read()]).toEqual([1, 2, 3]);
  const late = createBegunEarly(counted());
  expect([await late.read(), await late.read()]).toEqual([1, 2]);
});

test("an early read that fails tells who asks, and is no fault of the background's own", async () => {
  const early = createBegunEarly(() => Promise.reject(new Error("storage")));
  early.begin();
  await new Promise((done) => setImmediate(done)); // an unhandled rejection would end the run of the tests
  await expect(early.read()).rejects.toThrow("storage");
});

test("who asks while it is under way gets the same answer, who asks later another", async () => {
  const read = joining(counted());
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(2);
});

test("what comes while a batch is under way goes together in the next", async () => {
  const taken: (readonly number[])[] = [];
  let end = (): void => {};
  const batches = createBatches<number>((items) => {
    taken.push(items);
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  batches.push(1);
  batches.push(2, 3);
  batches.push();
  end();
  await new Promise((done) => setImmediate(done));
  expect(taken).toEqual([[1], [2, 3]]);
});
