import type { Tag } from "../../src/model/outbound.ts";
import type { OpenRequest } from "./open-request.ts";

/** A request without an answer for as long as a test may take by default (`url_test_timeout`). */
export const SILENT_MS = 5_000;
/** Some sites take their time on purpose (long polling): a proxy is tested for that now and then. */
const PAUSE_MS = 30_000;

export interface SilenceWatchParts {
  /** Requests under way, as the events have told them. */
  readonly list: () => readonly OpenRequest[];
  /** The same with their ways, as far as these can be known. */
  readonly open: () => Promise<readonly OpenRequest[]>;
  /** To be called with a proxy that leaves a request without an answer. */
  readonly silent: (tag: Tag) => void;
  /** ms since the epoch */
  readonly now: () => number;
}

/**
 * Requests through a proxy that went silent wait for half a minute or more until they fail (facts C19, F22), and only then
 * does B7 test the proxy. So a proxy that leaves a request without an answer is tested sooner. Only the test says whether
 * the proxy is dead, since the site may be slow.
 *
 *   resting ── a request ──> waiting ── 5 s ──> looking ── some still without an answer ──> waiting
 *      ^                                           └─ none ──┐
 *      └─────────────────────────────────────────────────────┘
 */
export interface SilenceWatch {
  /** A request of the user has begun. */
  began(): void;
}

export function createSilenceWatch({ list, open, silent, now }: SilenceWatchParts): SilenceWatch {
  let waits = false;
  /** Requests that were seen to be silent: each counts once. */
  let seen: ReadonlySet<string> = new Set();
  const toldAt = new Map<Tag, number>();

  function wait(forMs: number): void {
    if (waits) return;
    waits = true;
    setTimeout(() => void look(), forMs);
  }

  async function look(): Promise<void> {
    waits = false;
    const waiting = list().filter(({ headedAt }) => headedAt === null);
    const ids = new Set(waiting.map(({ id }) => id));
    seen = new Set([...seen].filter((id) => ids.has(id)));
    const others = waiting.filter(({ id }) => !seen.has(id));
    const due = others.filter(({ startedAt }) => now() - startedAt >= SILENT_MS);
    const later = others.filter((one) => !due.includes(one)).map(({ startedAt }) => startedAt + SILENT_MS - now());
    if (later.length > 0) wait(Math.max(1, Math.min(...later, SILENT_MS)));
    if (due.length > 0) await tell(new Set(due.map(({ id }) => id)));
  }

  async function tell(ids: ReadonlySet<string>): Promise<void> {
    seen = new Set([...seen, ...ids]);
    const still = (await open()).filter(({ id, headedAt }) => ids.has(id) && headedAt === null);
    for (const tag of new Set(still.flatMap(({ way }) => way?.outbound ?? []))) {
      if (now() - (toldAt.get(tag) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) continue;
      toldAt.set(tag, now());
      silent(tag);
    }
  }

  return { began: () => wait(SILENT_MS) };
}
