import fc from "fast-check";
import { expect, test } from "vitest";
import { LONGEST_MS, MOST_AT_ONCE, type PlannedOutage, planOutages, SHORTEST_MS } from "./schedule.ts";

const MEMBERS = 15;
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const runs = fc.record({ seed: seeds, minutes: fc.integer({ min: 2, max: 15 }) });

/** How many are away in the moment in which an outage begins: the number only rises then. */
const atOnce = (all: readonly PlannedOutage[], moment: number): number =>
  all.filter(({ fromMs, toMs }) => fromMs <= moment && moment < toMs).length;

test("M28 · the chaos of a seed is the same each time, and another one's is another", () => {
  const plan = { minutes: 15, members: MEMBERS };
  expect(planOutages({ seed: 7, ...plan })).toEqual(planOutages({ seed: 7, ...plan }));
  expect(planOutages({ seed: 7, ...plan })).not.toEqual(planOutages({ seed: 8, ...plan }));
});

test("M28 · 15 minutes of chaos have 125 outages, 83 refused and 42 silent, and short runs as many a minute", () => {
  fc.assert(
    fc.property(runs, ({ seed, minutes }) => {
      const all = planOutages({ seed, minutes, members: MEMBERS });
      expect(all).toHaveLength(Math.round((125 / 15) * minutes));
      const refused = all.filter(({ kind }) => kind === "refused");
      expect(refused).toHaveLength(Math.round((all.length * 2) / 3));
    }),
  );
  const kinds = planOutages({ seed: 1, minutes: 15, members: MEMBERS }).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "silent")).toHaveLength(42);
});

test("M28 · each outage lasts 10 to 120 s and lies within the run, in order", () => {
  fc.assert(
    fc.property(runs, ({ seed, minutes }) => {
      const all = planOutages({ seed, minutes, members: MEMBERS });
      const lengths = all.map(({ fromMs, toMs }) => toMs - fromMs);
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(SHORTEST_MS);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST_MS);
      expect(Math.min(...all.map(({ fromMs }) => fromMs))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...all.map(({ toMs }) => toMs))).toBeLessThanOrEqual(minutes * 60_000);
      const starts = all.map(({ fromMs }) => fromMs);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }),
  );
});

test("M28 · up to seven members are away at once, never more, and none twice at once", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const all = planOutages({ seed, minutes: 15, members: MEMBERS });
      expect(Math.max(...all.map(({ fromMs }) => atOnce(all, fromMs)))).toBe(MOST_AT_ONCE);
      const twice = all.filter((one) => {
        const own = all.filter(({ member }) => member === one.member);
        return atOnce(own, one.fromMs) > 1;
      });
      expect(twice).toEqual([]);
    }),
  );
});

test("M28 · every member is away at some time of a whole run", () => {
  const all = planOutages({ seed: 1, minutes: 15, members: MEMBERS });
  expect(new Set(all.map(({ member }) => member)).size).toBe(MEMBERS);
});

test.each([
  [{ seed: 1, minutes: 1, members: 15 }, "2 minutes"],
  [{ seed: 1, minutes: 15, members: 7 }, "more than 7 members"],
])("a chaos that cannot be is refused: %j", (plan, words) => {
  expect(() => planOutages(plan)).toThrow(words);
});
