import type { History, HistoryEntry } from "../model/history.ts";

/** How many tests of a proxy are kept. */
const KEPT = 100;

/**
 * The history with these tests behind it, the oldest left out when there are too many. A test that is there already,
 * known by when it ended, is not added again: a proxy has one test at a time, and a result is told more than once
 * (with each look-up of its exit address, and by a background that was stopped while it wrote).
 */
export function append(history: History, more: readonly HistoryEntry[]): History {
  const known = new Set(history.map(({ at }) => at));
  const added = more.filter(({ at }) => !known.has(at) && known.add(at));
  return added.length === 0 ? history : [...history, ...added].slice(-KEPT);
}
