import fc from "fast-check";
import { expect, test } from "vitest";
import { append } from "../../src/history/append.ts";
import { entryOf } from "../../src/history/entry-of.ts";
import { sparkline } from "../../src/history/sparkline.ts";
import { statistics } from "../../src/history/statistics.ts";
import type { History } from "../../src/model/history.ts";
import { instant } from "../../src/model/units.ts";

/** Tests one after the other: a delay, or a failure. */
const tests = (...delays: readonly (number | "failed")[]): History =>
  delays.map((delay, at) => (delay === "failed" ? { at, error: "timeout" } : { at, delay }));
const steady = (count: number): History => tests(...Array.from({ length: count }, () => 80));

test.each<[string, History, ReturnType<typeof statistics>]>([
  ["nothing", [], { tests: 0, successes: 0, median: null, deviation: null }],
  ["failures alone", tests("failed"), { tests: 1, successes: 0, median: null, deviation: null }],
  ["one success", tests(84), { tests: 1, successes: 1, median: 84, deviation: null }],
  ["an even number", tests(80, 90), { tests: 2, successes: 2, median: 85, deviation: 5 }],
  [
    "one far slower among many",
    tests(80, 90, "failed", 84, 5_000, 82),
    { tests: 6, successes: 5, median: 84, deviation: 4 },
  ],
])("statistics of %s", (_, history, told) => {
  expect(statistics(history)).toEqual(told);
});

test("half of the delays are within the deviation of the median, whatever they are", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 65_534 }), { minLength: 2, maxLength: 100 }), (delays) => {
      const { median, deviation } = statistics(tests(...delays));
      const near = delays.filter((delay) => Math.abs(delay - (median ?? 0)) <= (deviation ?? 0));
      expect(near.length).toBeGreaterThanOrEqual(delays.length / 2);
    }),
  );
});

test("the oldest tests make room for the hundred newest", () => {
  const more = Array.from({ length: 15 }, (_, index) => ({ at: 1_000 + index, delay: 80 }));
  const long = append(steady(90), more);
  expect([long.length, long[0]?.at, long.at(-1)?.at]).toEqual([100, 5, 1_014]);
});

test("a test that is told twice counts once", () => {
  const [first, second] = [
    { at: 1, delay: 80 },
    { at: 2, error: "refused" },
  ] as const;
  expect(append([first], [first, second, second])).toEqual([first, second]);
});

test("a result of an earlier run says nothing new; a failure says its code alone", () => {
  const when = { stampedAt: instant(1), endedAt: instant(2) };
  expect(entryOf({ kind: "delay", delay: 70, cached: true, ...when })).toBeNull();
  expect(entryOf({ kind: "delay", delay: 70, cached: false, ...when })).toEqual({ at: 2, delay: 70 });
  const error = { code: "tunnel_refused", status: 503, detail: "net::ERR_TUNNEL_CONNECTION_FAILED" } as const;
  expect(entryOf({ kind: "failed", error, ...when })).toEqual({ at: 2, error: "tunnel_refused" });
});

test("a failure leaves a gap in the sparkline, marked where it happened", () => {
  const { lines, failures } = sparkline([...steady(19), { at: 20, error: "reset" }, { at: 21, delay: 80 }]);
  expect(lines.map((line) => line.length)).toEqual([19, 1]);
  expect(failures).toEqual([0.95]);
  expect(lines.at(-1)).toEqual([{ x: 1, y: 0.5 }]);
});

test.each<[string, History, readonly number[]]>([
  ["a steady proxy runs in the middle", tests(80, 80, 80), [0.5, 0.5, 0.5]],
  ["up to three times the median is to scale", tests(100, 100, 250), [0.4, 0.4, 1]],
  ["beyond that the line touches the top", tests(100, 100, 100, 9_000), [1 / 3, 1 / 3, 1 / 3, 1]],
])("heights of a sparkline: %s", (_, history, heights) => {
  expect(sparkline(history).lines.flatMap((line) => line.map(({ y }) => y))).toEqual(heights);
});

test("a short history stands at the end, a long one fills the width", () => {
  const ends = (history: History): (number | undefined)[] => {
    const line = sparkline(history).lines[0];
    return [line?.[0]?.x, line?.at(-1)?.x];
  };
  expect(ends(steady(100))).toEqual([0, 1]);
  expect(ends(steady(3))).toEqual([17 / 19, 1]);
  expect(sparkline([])).toEqual({ lines: [], failures: [] });
});
