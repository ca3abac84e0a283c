import type { ProbeErrorCode } from "./probe-error.ts";

/** One past test of a proxy: when it ended (ms since the epoch), and its delay in ms or why it failed. */
export type HistoryEntry =
  | { readonly at: number; readonly delay: number }
  | { readonly at: number; readonly error: ProbeErrorCode };

/** Past tests of one proxy, the oldest first. */
export type History = readonly HistoryEntry[];
