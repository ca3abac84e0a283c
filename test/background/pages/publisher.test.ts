import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPublisher } from "../../../background/pages/publisher.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When views went out while something changed every 10 ms for a second, in ms. */
function published(members: number, listens = true): number[] {
  const from = Date.now();
  const at: number[] = [];
  const change = createPublisher(
    () => listens,
    () => members,
    () => void at.push(Date.now() - from),
  );
  for (let passed = 0; passed < 1_000; passed += 10) {
    change();
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(10_000);
  return at;
}

test("M22 · a first change is shown at once, a burst as one view each tenth of a second, and its end", () => {
  expect(published(20)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]);
});

test("of a thousand proxies a view is made twice a second: tests have the thread too", () => {
  expect(published(1_000)).toEqual([0, 500, 1_000]);
});

test("nothing is made when nobody listens", () => {
  expect(published(20, false)).toEqual([]);
});
