import type { ProxyOutbound, Tag } from "../../../src/model/outbound.ts";
import { placesOf } from "./places.ts";
import type { Timing } from "./request-timings.ts";

/** How long a request of our own took until its response head, and whether its connection was a reused one. */
export interface Measured {
  readonly tookMs: number;
  readonly reused: boolean;
  /** Connection phases (TCP, tunnel, TLS), 0 when reused; null: not known. */
  readonly connectMs: number | null;
}

/**
 * Reads a finished request's times. Chrome gives them for our own requests without Timing-Allow-Origin; a connection is
 * reused when its phases take no time at all (facts: 131 ms cold, 7 ms on the idle tunnel).
 *
 * @param timing null: Chrome gave none
 * @param wallMs measured by the caller, used then
 */
export function measuredOf(timing: Timing | null, wallMs: number): Measured {
  if (!timing || timing.responseStart === 0) return { tookMs: wallMs, reused: false, connectMs: null };
  const connectMs = timing.connectEnd - timing.connectStart;
  return { tookMs: timing.responseStart - timing.startTime, reused: connectMs === 0, connectMs };
}

/** M1: the delay is that of a fresh connection. Keeps each proxy's last connection phases to add to a reused one. */
export interface ColdTimes {
  /** What was measured of any other proxy, or of one at another place, is forgotten. */
  use(proxies: readonly ProxyOutbound[]): void;
  /** In ms; null: reused, and no phases are known yet. */
  cold(tag: Tag, origin: string, measured: Measured): number | null;
  /** Whether an earlier connection was measured: one may stand, and a request may have gone by it first. */
  mayStand(tag: Tag, origin: string): boolean;
  /** For the run's record. Pairs: an object with a thousand names takes engines ten times as long. */
  save(): unknown;
  load(saved: unknown): void;
}

export function createColdTimes(): ColdTimes {
  const phases = new Map<string, number>();
  let places = placesOf([]);
  const keyOf = (tag: Tag, origin: string): string => `${origin}\n${places.of(tag)}`;
  return {
    use(proxies) {
      places = placesOf(proxies);
      for (const key of phases.keys()) if (!places.has(key.slice(key.indexOf("\n") + 1))) phases.delete(key);
    },
    cold(tag, origin, { tookMs, reused, connectMs }) {
      const key = keyOf(tag, origin);
      if (!reused) {
        // Ten digits more would be half of the run's record.
        if (connectMs !== null) phases.set(key, Math.round(connectMs * 10) / 10);
        return tookMs;
      }
      const known = phases.get(key);
      return known === undefined ? null : tookMs + known;
    },
    mayStand: (tag, origin) => phases.has(keyOf(tag, origin)),
    save: () => [...phases],
    load(saved) {
      // Our own writing, so its inside is trusted.
      if (Array.isArray(saved)) for (const [key, value] of saved as [string, number][]) phases.set(key, value);
    },
  };
}
