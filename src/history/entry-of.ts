import type { HistoryEntry } from "../model/history.ts";
import type { TestResult } from "../model/test-result.ts";

/** What the history says of a result; null: it is of an earlier run, which has told it itself. */
export function entryOf(result: TestResult): HistoryEntry | null {
  if (result.kind === "failed") return { at: result.endedAt, error: result.error.code };
  return result.cached ? null : { at: result.endedAt, delay: result.delay };
}
