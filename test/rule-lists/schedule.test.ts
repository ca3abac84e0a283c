import { expect, test } from "vitest";
import { instant, ms } from "../../src/model/units.ts";
import { nextTryAt } from "../../src/rule-lists/schedule.ts";

const DAY = ms(86_400_000);
const at = (updatedAt: number | null, triedAt: number | null, failures: number, chance = 0.5, interval = DAY): number =>
  nextTryAt(
    {
      updatedAt: updatedAt === null ? null : instant(updatedAt),
      triedAt: triedAt === null ? null : instant(triedAt),
      failures,
      chance,
    },
    interval,
  );

test("at once when it was never tried, an interval after it was loaded", () => {
  expect(at(null, null, 0)).toBe(0);
  expect(at(1_000, 1_000, 0)).toBe(1_000 + DAY);
});

test("after failures in growing steps: soon while requests wait for it, later where one is there", () => {
  const waits = (updatedAt: number | null) => [1, 2, 3, 9].map((failures) => at(updatedAt, 0, failures) / 1_000);
  expect(waits(null)).toEqual([5, 10, 20, 300]);
  expect(waits(0)).toEqual([60, 120, 240, 3_600]);
});

test("a quarter sooner or later, by chance, and never later than its interval", () => {
  expect([at(0, 0, 1, 0), at(0, 0, 1, 1)]).toEqual([45_000, 75_000]);
  expect(at(0, 0, 9, 0.5, ms(60_000))).toBe(60_000);
});
