import type { History } from "../model/history.ts";
import { delaysOf, medianOf } from "./statistics.ts";

/** `x` from 0, the oldest, to 1, the newest; `y` from 0, no delay at all, to 1, the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Delays over tests, as lines to be drawn. */
export interface Sparkline {
  /** One line for each unbroken row of successes, of one point or more. */
  readonly lines: readonly (readonly Point[])[];
  /** Where a failed test leaves a gap. */
  readonly failures: readonly number[];
}

/** A history shorter than this does not fill the width: its newest test is at the end, where it will be. */
const FEWEST_PLACES = 20;

export function sparkline(history: History): Sparkline {
  const places = Math.max(history.length, FEWEST_PLACES);
  const top = topOf(delaysOf(history));
  const failures: number[] = [];
  let line: Point[] = [];
  const lines = [line];
  for (const [index, test] of history.entries()) {
    const x = (places - history.length + index) / (places - 1);
    if ("delay" in test) line.push({ x, y: Math.min(1, test.delay / top) });
    else {
      failures.push(x);
      line = [];
      lines.push(line);
    }
  }
  return { lines: lines.filter(({ length }) => length > 0), failures };
}

/**
 * The delay at the top. The scale begins at nothing, so that a steady proxy's line is calm: it runs at half the height.
 * One test a hundred times slower than all others must not press them flat: beyond three times the median it touches
 * the top.
 */
function topOf(delays: readonly number[]): number {
  const median = medianOf(delays) ?? 1;
  return Math.min(3 * median, Math.max(2 * median, ...delays));
}
