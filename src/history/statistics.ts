import type { History } from "../model/history.ts";

/** What past tests tell of a proxy. */
export interface Statistics {
  readonly tests: number;
  readonly successes: number;
  /** Of the delays, in ms; null: no test succeeded. */
  readonly median: number | null;
  /**
   * The median absolute deviation of the delays from their median, in ms: half of them are no further from it. Null: no
   * test succeeded, or one alone, which deviates from nothing.
   *
   * Not the standard deviation: a delay has no upper bound, and one lost packet among a hundred tests would double it
   * (Hampel, "The influence curve and its role in robust estimation", JASA 69, 1974).
   */
  readonly deviation: number | null;
}

export function statistics(history: History): Statistics {
  const delays = delaysOf(history);
  const middle = medianOf(delays);
  return {
    tests: history.length,
    successes: delays.length,
    median: middle,
    deviation: middle === null || delays.length < 2 ? null : medianOf(delays.map((delay) => Math.abs(delay - middle))),
  };
}

export const delaysOf = (history: History): readonly number[] =>
  history.flatMap((test) => ("delay" in test ? [test.delay] : []));

/** Between the two in the middle where their number is even; null: there are none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 === 0 ? sorted[half - 1] : upper;
  return ((lower ?? upper) + upper) / 2;
}
