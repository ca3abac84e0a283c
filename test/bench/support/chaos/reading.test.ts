import { expect, test } from "vitest";
import type { History } from "../../../../src/model/history.ts";
import { figuresOf, missedGoals } from "./figures.ts";
import { type FailedPage, judge } from "./judge.ts";
import { mergeTests } from "./merge-tests.ts";
import { chaosOptions } from "./options.ts";
import type { ChaosRun } from "./record.ts";
import { deadSpells } from "./spells.ts";
import { loadIn } from "./tabs.ts";
import { timeLines } from "./time-line.ts";

const S = 1_000;
const answered = (at: number) => ({ at: at * S, delay: 40 });
const refused = (at: number) => ({ at: at * S, error: "refused" as const });

/** Two members; a dies at 10 s and is back at 30 s, which no test finds; b is never away, but a test of it fails at 11 s. */
const RUN: ChaosRun = {
  browser: "firefox",
  strategy: "round-robin",
  seed: 3,
  minutes: 2,
  members: ["a", "b"],
  beganAt: 0,
  endedAt: 120 * S,
  pages: [
    page(1, 1, 5, null),
    page(1, 2, 10.5, "refused"),
    page(1, 3, 45, "refused"),
    page(2, 4, 45, "refused"),
    page(2, 5, 90, null),
  ],
  outages: [{ tag: "a", kind: "refused", downAt: 10 * S, upAt: 30 * S }],
  tests: { a: [answered(0), refused(10.8)], b: [answered(0), refused(11), answered(60)] },
  carriedBy: { 1: "127.0.1.1" },
  direct: [],
  lab: { lagP99Ms: 3.4, lagMaxMs: 12.6, processorShare: 0.123 },
};

function page(tab: number, id: number, at: number, failure: string | null): ChaosRun["pages"][number] {
  return { tab, id, url: `https://site-0${id}.example/`, beganAt: at * S, endedAt: (at + 0.4) * S, failure };
}

const failed: readonly FailedPage[] = judge(RUN);

test("M28 · times in which every member counts as dead begin with the last failed test and end with the first answer", () => {
  expect(deadSpells(RUN)).toEqual([{ from: 11 * S, to: 60 * S }]);
  expect(deadSpells({ ...RUN, tests: { a: [refused(1)], b: [refused(2)] } })).toEqual([{ from: 2 * S, to: 120 * S }]);
});

test("M28 · the table counts what happened", () => {
  expect(figuresOf(RUN, failed)).toMatchObject({
    pages: 5,
    "failed in all": 3,
    "all marked dead, one back for 10 s or more (goal: 0)": 2,
    "by fresh deaths, the first in its tab": 1,
    "not explained (goal: 0)": 0,
    "most by one death in one tab (goal: 1)": 1,
    "direct requests (goal: 0)": 0,
    "outages / that failed pages": "1 / 1",
    "death to its last failed page, s: median / most": "0.5 / 0.5",
    "first failed page to the test that found it, s: median / most": "0.3 / 0.3",
    "all marked dead, s: in all / longest": "49 / 49",
    "a page that came, ms: median / 95 %": "400 / 400",
  });
});

test("M28 · a goal that was missed is said; one page at least must have come", () => {
  expect(missedGoals(RUN, failed)).toEqual(["2 pages failed that must not"]);
  expect(missedGoals({ ...RUN, pages: [], direct: ["http://a.example/"] }, [])).toEqual([
    "1 requests went by no proxy",
    "not one page came: the run says nothing",
  ]);
  expect(missedGoals({ ...RUN, pages: RUN.pages.slice(0, 1) }, [])).toEqual([]);
});

test("M28 · each page that must not have failed is listed with what was so then; what is the same again is said once", () => {
  const lines = timeLines(RUN, failed);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe(
    "   45.0 s tab 1, https://site-03.example/: refused after 0.4 s; all counted as dead, though one had been back for 10 s",
  );
  expect(lines[1]).toContain("a dead (back 30.0 s), b dead (never away)");
  expect(lines[2]).toContain("away: nobody");
  expect(lines[4]).toContain("tab 2");
});

test("readings of a proxy's last tests are joined without loss and without doubles", () => {
  const before: Record<string, History> = { a: [answered(1), refused(2)] };
  expect(mergeTests(before, { a: [refused(2), answered(3)], b: [answered(1)] })).toEqual({
    a: [answered(1), refused(2), answered(3)],
    b: [answered(1)],
  });
});

test("a site knows the load that it answers by the address of the document, not of images", () => {
  expect(loadIn("/page?n=2&host=i%25i.a.example&delay=150&load=17.")).toBe(17);
  expect(loadIn("/image?i=1")).toBeNull();
});

test("options: all browsers and strategies unless one is named, and a seed that is drawn", () => {
  expect(chaosOptions([])).toMatchObject({
    browsers: ["chrome", "firefox"],
    strategies: ["lowest-delay", "round-robin"],
    minutes: 15,
    interrupt: false,
    record: null,
  });
  expect(chaosOptions(["--browser", "chrome", "--minutes", "3", "--seed", "7"])).toMatchObject({
    browsers: ["chrome"],
    minutes: 3,
    seed: 7,
  });
});

test.each([
  [["--browser", "opera"], "expected --browser chrome or firefox, got opera"],
  [["--minutes", "1"], "expected --minutes and a number of 2 or more, got 1"],
  [["--seed", "x"], "expected --seed and a number of 0 or more, got x"],
])("options: %j is refused in words", (args, words) => {
  expect(() => chaosOptions(args)).toThrow(words);
});
