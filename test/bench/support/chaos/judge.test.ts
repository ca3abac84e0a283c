import { expect, test } from "vitest";
import type { History } from "../../../../src/model/history.ts";
import { judge } from "./judge.ts";
import type { ChaosRun, Outage, PageLoad } from "./record.ts";

const S = 1_000;

const away = (tag: string, from: number, to: number | null): Outage => ({
  tag,
  kind: "refused",
  downAt: from * S,
  upAt: to === null ? null : to * S,
});

let ids = 0;
/** A page of a tab that failed after a tenth of a second, or when `to` says. */
const failed = (tab: number, from: number, to = from + 0.1): PageLoad => ({
  tab,
  id: ++ids,
  url: "https://site.example/",
  beganAt: from * S,
  endedAt: to * S,
  failure: "refused",
});

/** `+` in front of a second: the test answered then; `-`: it failed. */
const tests = (...seconds: readonly string[]): History =>
  seconds.map((text) => {
    const at = Number(text.slice(1)) * S;
    return text.startsWith("+") ? { at, delay: 50 } : { at, error: "refused" as const };
  });

const run = (part: Partial<ChaosRun>): ChaosRun => ({
  browser: "chrome",
  strategy: "lowest-delay",
  seed: 1,
  minutes: 2,
  members: ["a", "b"],
  beganAt: 0,
  endedAt: 120 * S,
  pages: [],
  outages: [],
  tests: { a: tests("+0"), b: tests("+0") },
  carriedBy: {},
  direct: [],
  lab: { lagP99Ms: 0, lagMaxMs: 0, processorShare: 0 },
  ...part,
});

const kinds = (part: Partial<ChaosRun>): readonly string[] => judge(run(part)).map(({ cause }) => cause.kind);

test("M28 · pages that came have no cause, and failed ones have theirs in the order in which they began", () => {
  const outages = [away("a", 10, 20), away("b", 15, 30)];
  const came = { ...failed(0, 5), failure: null };
  const judged = judge(run({ outages, pages: [failed(1, 16), came, failed(0, 11)] }));
  expect(judged.map(({ page }) => page.beganAt / S)).toEqual([11, 16]);
});

test("M28 · a page fails by a fresh death: the member counted as alive when it began", () => {
  expect(kinds({ outages: [away("a", 10, 20)], pages: [failed(0, 12)] })).toEqual(["fresh-death"]);
});

test("M28 · a death in the middle of a page is fresh", () => {
  expect(kinds({ outages: [away("a", 10, 20)], pages: [failed(0, 9, 10.5)] })).toEqual(["fresh-death"]);
});

test("M28 · a death that a test had found well before the page began explains nothing", () => {
  const part = { outages: [away("a", 10, 60)], tests: { a: tests("+0", "-11"), b: tests("+0") } };
  expect(kinds({ ...part, pages: [failed(0, 11.5)] })).toEqual(["fresh-death"]);
  expect(kinds({ ...part, pages: [failed(0, 13)] })).toEqual(["unexplained"]);
});

test("M28 · one death may fail one page of each tab; a second one of a tab is told apart", () => {
  const pages = [failed(0, 12), failed(1, 12), failed(0, 14)];
  expect(kinds({ outages: [away("a", 10, 20)], pages })).toEqual(["fresh-death", "fresh-death", "repeated-death"]);
});

test("M28 · where several deaths may be meant, each page of a tab has one of its own if that can be", () => {
  const outages = [away("a", 10, 20), away("b", 13, 20)];
  expect(kinds({ members: ["a", "b", "c"], outages, pages: [failed(0, 12), failed(0, 14)] })).toEqual([
    "fresh-death",
    "fresh-death",
  ]);
  // The later page could only be a's: the earlier one gives a up for b.
  const later = [away("a", 10, 20), away("b", 10, 11.5)];
  expect(kinds({ members: ["a", "b", "c"], outages: later, pages: [failed(0, 11), failed(0, 14)] })).toEqual([
    "fresh-death",
    "fresh-death",
  ]);
});

const BOTH_DEAD = { a: tests("+0", "-11"), b: tests("+0", "-11") };

test("M28 · a page that fails 10 s after a member came back, while all count as dead, is a late return", () => {
  const part = { outages: [away("a", 10, 30), away("b", 10, 90)], tests: BOTH_DEAD };
  expect(kinds({ ...part, pages: [failed(0, 20)] })).toEqual(["nobody-there"]);
  expect(kinds({ ...part, pages: [failed(0, 39)] })).toEqual(["just-back"]);
  expect(kinds({ ...part, pages: [failed(0, 40)] })).toEqual(["late-return"]);
});

test("M28 · a member that was never away but counts as dead has been there all the time", () => {
  expect(kinds({ outages: [away("a", 10, 30)], tests: BOTH_DEAD, pages: [failed(0, 20)] })).toEqual(["late-return"]);
});

test("M28 · a new death of a member that still counts as dead by an earlier one is not fresh", () => {
  const outages = [away("a", 10, 30), away("a", 50, 60), away("b", 10, 20)];
  expect(kinds({ outages, tests: BOTH_DEAD, pages: [failed(0, 55)] })).toEqual(["late-return"]);
});

test("M28 · a member that a test finds alive during the page may be given it, and may die by then", () => {
  const outages = [away("a", 10, 30), away("a", 32, 60), away("b", 10, 90)];
  const seen = { a: tests("+0", "-11", "+31"), b: tests("+0", "-11") };
  expect(kinds({ outages, tests: seen, pages: [failed(0, 30.5, 33)] })).toEqual(["fresh-death"]);
});
