import { expect, test } from "vitest";
import { createLanes } from "../../src/pac/lanes.ts";

const A = "https://www.gstatic.com:443";
const lane = (leaf: number) => ({ leaf, by: "main" as const });

test("each test takes the lane given right before it, once", () => {
  const lanes = createLanes(() => 0);
  lanes.begin(1);
  const taken = [3, 5, 4].map((leaf) => {
    lanes.give(1, A, lane(leaf));
    return lanes.take(A)?.leaf;
  });
  expect(taken).toEqual([3, 5, 4]);
  expect(lanes.end(1)).toEqual({ set: 3, used: 3, lost: 0, stray: 0 });
});

test("a user's request that takes a lane shows: the test behind it is a stray", () => {
  const lanes = createLanes(() => 0);
  lanes.begin(1);
  lanes.give(1, A, lane(0));
  expect(lanes.take(A)).toEqual(lane(0));
  expect(lanes.take(A)).toBeNull();
  expect(lanes.end(1)).toEqual({ set: 1, used: 1, lost: 0, stray: 1 });
});

test("a user's request before any lane of its origin, or to another origin, is nobody's business", () => {
  const lanes = createLanes(() => 0);
  lanes.begin(1);
  expect(lanes.take("https://example.com:443")).toBeNull();
  lanes.give(1, A, lane(0));
  expect(lanes.take("http://www.gstatic.com:80")).toBeNull();
  lanes.take(A);
  expect(lanes.end(1)).toEqual({ set: 1, used: 1, lost: 0, stray: 0 });
});

test("a lane given over another one is counted as lost", () => {
  const lanes = createLanes(() => 0);
  lanes.begin(1);
  lanes.give(1, A, lane(0));
  lanes.give(1, A, lane(1));
  expect(lanes.take(A)).toEqual(lane(1));
  expect(lanes.end(1)).toEqual({ set: 2, used: 1, lost: 1, stray: 0 });
});

test("a lane left over catches no later request: it ends with its batch, and at the next begin", () => {
  const lanes = createLanes(() => 0);
  lanes.begin(1);
  lanes.give(1, A, lane(0));
  lanes.end(1);
  expect(lanes.take(A)).toBeNull();
  lanes.begin(2);
  expect(lanes.take(A)).toBeNull();
});

test("B20 · a lane that is left over because its worker was stopped within the batch catches no request later on", () => {
  let now = 1_000;
  const lanes = createLanes(() => now);
  lanes.begin(1);
  lanes.give(1, A, { leaf: -1, by: "direct" });
  now += 4_999;
  lanes.give(1, "https://b.test:443", lane(1));
  now += 1;
  expect([lanes.take(A), lanes.take("https://b.test:443")]).toEqual([null, lane(1)]);
  expect(lanes.end(1)).toEqual({ set: 2, used: 1, lost: 0, stray: 1 });
});

test("a lane or an end of another batch is refused", () => {
  const lanes = createLanes(() => 0);
  lanes.begin(2);
  expect(lanes.give(1, A, lane(0))).toBe(false);
  expect(lanes.end(1)).toBeNull();
});

test("an origin is calm since a batch until a request finds no lane, whatever batches come after", () => {
  const lanes = createLanes(() => 0);
  lanes.take(A);
  lanes.begin(1);
  lanes.give(1, A, lane(0));
  lanes.take(A);
  lanes.end(1);
  lanes.begin(2);
  lanes.give(2, A, lane(1));
  lanes.take(A);
  expect([
    lanes.isCalm(1, A),
    lanes.isCalm(2, A),
    lanes.isCalm(3, A),
    lanes.isCalm(1, "https://a.example:443"),
  ]).toEqual([true, true, false, false]);
  lanes.take(A);
  expect([lanes.isCalm(1, A), lanes.isCalm(2, A)]).toEqual([false, false]);
  lanes.begin(3);
  lanes.give(3, A, lane(1));
  expect([lanes.isCalm(2, A), lanes.isCalm(3, A)]).toEqual([false, true]);
});
