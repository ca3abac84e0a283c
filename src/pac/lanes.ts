import type { BatchCount } from "./answer.ts";

/** Which member the next request to an origin goes by. */
export interface Lane {
  readonly leaf: number;
  readonly other: boolean;
}

/**
 * Lanes of the running batch of tests.
 *
 *   begin ──> open ── lane(origin) ──> given ── request(origin) ──> used
 *               │                        └── another lane first ──> lost
 *               ├── request without lane ──> stray (only origins that had one)
 *               └── end ──> closed: what is left is dropped
 */
export interface Lanes {
  begin(batch: number): void;
  /** False: the batch is not the open one. */
  give(batch: number, origin: string, lane: Lane): boolean;
  /** The lane for a request, which is used up by it; null: the request goes the usual way. */
  take(origin: string): Lane | null;
  /** The counters; null: the batch is not the last one begun. The open one is closed. */
  end(batch: number): BatchCount | null;
}

export function createLanes(): Lanes {
  let current = -1;
  let open = false;
  let count = { set: 0, used: 0, lost: 0, stray: 0 };
  const given = new Map<string, Lane>();
  const origins = new Set<string>();
  return {
    begin(batch) {
      current = batch;
      open = true;
      count = { set: 0, used: 0, lost: 0, stray: 0 };
      given.clear();
      origins.clear();
    },
    give(batch, origin, lane) {
      if (!open || batch !== current) return false;
      if (given.has(origin)) count.lost++;
      count.set++;
      given.set(origin, lane);
      origins.add(origin);
      return true;
    },
    take(origin) {
      if (!open) return null;
      const lane = given.get(origin) ?? null;
      if (lane) {
        given.delete(origin);
        count.used++;
      } else if (origins.has(origin)) count.stray++;
      return lane;
    },
    end(batch) {
      if (batch !== current) return null;
      open = false;
      given.clear();
      return { ...count };
    },
  };
}
