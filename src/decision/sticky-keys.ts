import { createLru } from "../lib/lru.ts";
import type { Tag } from "../model/outbound.ts";
import type { Instant, Ms } from "../model/units.ts";

const MOST = 1_000;

/** A member, by tag so that a re-ordered group changes nothing, and when it was stored (a ride: used last). */
export interface Kept {
  readonly member: Tag;
  readonly at: Instant;
}

/** Whether a sticky key's time is over, counted from storing; a `ttl` of 0 never ends. */
export const isExpired = ({ at }: Kept, ttl: Ms, now: Instant): boolean => ttl > 0 && now - at >= ttl;

/** The members of a group's sticky keys: 1,000 at most (SS2). */
export interface StickyKeys {
  readonly size: number;
  get(key: string): Kept | undefined;
  /** Remembers a member from now on, and makes room: one whose time is over goes first, else the least recently used. */
  store(key: string, member: Tag, ttl: Ms, now: Instant): void;
  /** It is used again; its time goes on. */
  use(key: string): void;
  /** The least recently used first. */
  entries(): [key: string, kept: Kept][];
}

/**
 * Two orders: by use, and by storing, in which all keys end after the same time. To look through 1,000 keys for those that
 * have ended took 200 µs of each new origin, where there is no compiler.
 *
 * @param entries as they were told; those used last stay when there are too many
 */
export function createStickyKeys(entries: readonly (readonly [key: string, kept: Kept])[] = []): StickyKeys {
  const used = createLru<Kept>();
  const stored = createLru<null>();
  const known = entries.slice(-MOST);
  for (const [key, kept] of known) used.use(key, kept);
  for (const [key] of known.toSorted(([, a], [, b]) => a.at - b.at)) stored.use(key, null);

  function makeRoom(ttl: Ms, now: Instant): void {
    const first = stored.oldest()?.key ?? "";
    const kept = used.get(first);
    const leaving = kept && isExpired(kept, ttl, now) ? first : (used.oldest()?.key ?? "");
    used.delete(leaving);
    stored.delete(leaving);
  }

  return {
    get size() {
      return used.size;
    },
    get: used.get,
    store(key, member, ttl, now) {
      used.use(key, { member, at: now });
      stored.use(key, null);
      if (used.size > MOST) makeRoom(ttl, now);
    },
    use(key) {
      const kept = used.get(key);
      if (kept) used.use(key, kept);
    },
    entries: used.entries,
  };
}
