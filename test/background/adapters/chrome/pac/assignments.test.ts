import { expect, test } from "vitest";
import { createAssignmentHistory } from "../../../../../background/adapters/chrome/pac/assignments.ts";
import { instant } from "../../../../../src/model/units.ts";
import type { AssignmentEntry } from "../../../../../src/pac/answer.ts";

const ORIGIN = "https://x.test:443";
const MINUTE = 60_000;
const entry = (number: number, at: number): AssignmentEntry => [number, ORIGIN, `p${number}`, ["g"], null, instant(at)];
/** What the program answers that has noted this last. */
const logOf = (...entries: readonly AssignmentEntry[]) =>
  ({ kind: "log", context: "c", born: 0, last: entries.at(-1)?.[0] ?? 0, entries }) as const;

test("B9 · what two read at once is noted once: it must not push out how an origin's requests went before", () => {
  const history = createAssignmentHistory();
  for (const knownUpTo of [0, 1, 1]) history.add(logOf(entry(1, 1)), knownUpTo);
  expect(history.ways(ORIGIN)).toHaveLength(1);
});

test("B9 · another context's notes take the place of those before, whatever their numbers", () => {
  const history = createAssignmentHistory();
  history.add(logOf(entry(1, 1), entry(2, 2)), null);
  history.add(logOf(entry(1, 3)), null);
  expect(history.ways(ORIGIN).map(({ at }) => at)).toEqual([3]);
});

test("B8 · the ways of an hour are kept, with the one in force before, and none of the weeks before that", () => {
  const history = createAssignmentHistory();
  for (let n = 1; n <= 1_000; n++) history.add(logOf(entry(n, n * 7 * MINUTE)), n - 1);
  const ages = history.ways(ORIGIN).map(({ at }) => 1_000 * 7 - at / MINUTE);
  expect(ages).toEqual([63, 56, 49, 42, 35, 28, 21, 14, 7, 0]);
  history.add(logOf(entry(1_001, 30_000 * MINUTE)), 1_000);
  expect(history.ways(ORIGIN).map(({ outbound }) => outbound)).toEqual(["p1000", "p1001"]);
});
