import type { TestResult } from "../model/test-result.ts";

/** The best of these results, as a group's own: fresh before cached before failed, the fastest first; ties in their order (M2). */
export function bestResult(results: readonly (TestResult | null)[]): TestResult | null {
  const known = results.filter((result) => result !== null);
  return known.toSorted((a, b) => rank(a) - rank(b) || delay(a) - delay(b))[0] ?? null;
}

const rank = (result: TestResult): number => (result.kind === "failed" ? 2 : result.cached ? 1 : 0);
const delay = (result: TestResult): number => (result.kind === "failed" ? 0 : result.delay);
