import type { BatchCount } from "./answer.ts";

/**
 * How a leaf's proxy is named: as usual, by the other identity of its address, or to knock at its door. `direct`: by no
 * proxy at all, whatever the leaf.
 */
export type LaneName = "main" | "other" | "knock" | "direct";

/** Which member the next request to an origin goes by. */
export interface Lane {
  readonly leaf: number;
  readonly by: LaneName;
}

/**
 * Lanes of the running batch of tests.
 *
 *   begin ──> open ── lane(origin) ──> given ── request(origin) ──> used
 *               │                        └── another lane first ──> lost
 *               │                        └── 5 s ──> no lane any more
 *               ├── request without lane ──> stray (only origins that had one)
 *               └── end ──> closed: what is left is dropped
 */
export interface Lanes {
  begin(batch: number): void;
  /** False: the batch is not the open one. */
  give(batch: number, origin: string, lane: Lane): boolean;
  /** The lane for a request, which is used up by it; null: the request goes the usual way. */
  take(origin: string): Lane | null;
  /**
   * Requests to an origin that found no lane, since it was first tested: also after a batch, when a browser resends a test
   * whose standing connection broke. It only rises.
   */
  laneless(origin: string): number;
  /** The same for each origin of the running or last batch, as it was when its first lane was given. */
  lanelessBefore(): Readonly<Record<string, number>>;
  /** Whether no request to the origin was without a lane since the batch's first lane to it; false when that is not known. */
  isCalm(batch: number, origin: string): boolean;
  /** The counters; null: the batch is not the last one begun. The open one is closed. */
  end(batch: number): BatchCount | null;
}

/** Test addresses and IP services are a dozen. */
const ORIGINS = 200;
/** Tests last for seconds, batches for milliseconds. */
const BATCHES = 1_000;

/**
 * A test is sent right behind its lane. Where the background was stopped between the two, or before it ended the batch, the
 * lane must not lead a request of the user another way later on, or past the proxies.
 */
const LANE_MS = 5_000;

/** @param clock milliseconds since the epoch */
export function createLanes(clock: () => number): Lanes {
  let current = -1;
  let open = false;
  let count = { set: 0, used: 0, lost: 0, stray: 0 };
  const given = new Map<string, Lane & { readonly at: number }>();
  let origins = new Map<string, number>();
  /** The same of the batches before, bounded. */
  const batches = new Map<number, ReadonlyMap<string, number>>();
  /** Of the origins tested last, bounded. */
  const without = new Map<string, number>();
  /** A clock that was set back ends a lane too. */
  const isYoung = (at: number): boolean => clock() - at >= 0 && clock() - at < LANE_MS;
  return {
    begin(batch) {
      current = batch;
      open = true;
      count = { set: 0, used: 0, lost: 0, stray: 0 };
      given.clear();
      origins = new Map();
      batches.set(batch, origins);
      if (batches.size > BATCHES) batches.delete(batches.keys().next().value ?? batch);
    },
    give(batch, origin, lane) {
      if (!open || batch !== current) return false;
      if (given.has(origin)) count.lost++;
      count.set++;
      given.set(origin, { ...lane, at: clock() });
      if (!without.has(origin)) without.set(origin, 0);
      if (!origins.has(origin)) origins.set(origin, without.get(origin) ?? 0);
      if (without.size > ORIGINS) without.delete(without.keys().next().value ?? "");
      return true;
    },
    take(origin) {
      const lane = open ? (given.get(origin) ?? null) : null;
      if (lane) given.delete(origin);
      if (lane && isYoung(lane.at)) {
        count.used++;
        return { leaf: lane.leaf, by: lane.by };
      }
      const before = without.get(origin);
      if (before !== undefined) without.set(origin, before + 1);
      if (open && origins.has(origin)) count.stray++;
      return null;
    },
    lanelessBefore: () => Object.fromEntries(origins),
    laneless: (origin) => without.get(origin) ?? 0,
    isCalm(batch, origin) {
      const before = batches.get(batch)?.get(origin);
      return before !== undefined && before === without.get(origin);
    },
    end(batch) {
      if (batch !== current) return null;
      open = false;
      given.clear();
      return { ...count };
    },
  };
}
