import type { ProxyOutbound, Tag } from "../../../../src/model/outbound.ts";
import { placesOf } from "../places.ts";
import type { Timing } from "./request-timings.ts";

/** How long a request of our own took until its response head, and whether its connection was a reused one. */
export interface Measured {
  readonly tookMs: number;
  readonly reused: boolean;
  /** Connection phases (TCP, tunnel, TLS), 0 when reused; null: not known. */
  readonly connectMs: number | null;
}

/**
 * Reads a finished request's times. Chrome gives them for our own requests without Timing-Allow-Origin. A connection whose
 * phases take no time at all was reused (fact C15).
 *
 * @param timing null: Chrome gave none
 * @param wallMs measured by the caller, used then
 */
export function measuredOf(timing: Timing | null, wallMs: number): Measured {
  if (!timing || timing.responseStart === 0) return { tookMs: wallMs, reused: false, connectMs: null };
  const connectMs = timing.connectEnd - timing.connectStart;
  return { tookMs: timing.responseStart - timing.startTime, reused: connectMs === 0, connectMs };
}

/** A delay as it would be by a fresh connection, in ms. `estimated`: by connection phases that may not hold any more. */
export interface ColdDelay {
  readonly tookMs: number;
  readonly estimated: boolean;
}

/**
 * M1: the delay is that of a fresh connection. Keeps each proxy's last connection phases, to add them to the time of a request
 * by a standing connection.
 *
 * M27: phases that are older than the test allows are not trusted, and no others are twice in a row: a proxy that became
 * slow, or quick, while its connection stands would be shown as it was.
 */
export interface ColdTimes {
  /** What was measured of any other proxy, or of one at another place, is forgotten. */
  use(proxies: readonly ProxyOutbound[]): void;
  /** Null: by a standing connection, and no phases are known yet. */
  cold(request: TestedConnection, measured: Measured): ColdDelay | null;
  /** Whether the next test is to use a fresh connection. */
  wantsFresh(request: TestedConnection): boolean;
  /** Whether an earlier connection was measured: one may stand, and a request may have gone by it first. */
  mayStand(tag: Tag, origin: string): boolean;
  /** For the run's record. Pairs: an object with a thousand names takes engines ten times as long. */
  save(): unknown;
  load(saved: unknown): void;
}

/** A test through a proxy, at this moment in ms since the epoch; phases older than `phasesForMs` are not trusted. */
export interface TestedConnection {
  readonly tag: Tag;
  readonly origin: string;
  readonly at: number;
  readonly phasesForMs: number;
}

interface Phases {
  readonly ms: number;
  /** When they were measured, ms since the epoch. */
  readonly at: number;
  /** The last answer came by a standing connection, and they were added to its time. */
  readonly added: boolean;
}

export function createColdTimes(): ColdTimes {
  const phases = new Map<string, Phases>();
  let places = placesOf([]);
  /** A host's name with a dot at its end is the same server: what was measured by either holds for both. */
  const keyOf = (tag: Tag, origin: string): string => `${origin.replace(/\.(?=:\d+$)/, "")}\n${places.of(tag)}`;

  function wantsFresh({ tag, origin, at, phasesForMs }: TestedConnection): boolean {
    const known = phases.get(keyOf(tag, origin));
    // A clock that was set back leaves open how old they are.
    return known !== undefined && (known.added || at < known.at || at - known.at > phasesForMs);
  }

  return {
    use(proxies) {
      places = placesOf(proxies);
      for (const key of phases.keys()) if (!places.has(key.slice(key.indexOf("\n") + 1))) phases.delete(key);
    },
    cold(request, { tookMs, reused, connectMs }) {
      const key = keyOf(request.tag, request.origin);
      if (!reused) {
        // Ten digits more would be half of the run's record.
        if (connectMs !== null) phases.set(key, { ms: Math.round(connectMs * 10) / 10, at: request.at, added: false });
        return { tookMs, estimated: false };
      }
      const known = phases.get(key);
      if (!known) return null;
      const estimated = wantsFresh(request);
      phases.set(key, { ...known, added: true });
      return { tookMs: tookMs + known.ms, estimated };
    },
    wantsFresh,
    mayStand: (tag, origin) => phases.has(keyOf(tag, origin)),
    save: () => [...phases].map(([key, { ms, at, added }]) => [key, ms, at, added]),
    load(saved) {
      // Our own writing, so its inside is trusted.
      const kept = Array.isArray(saved) ? (saved as [string, number, number, boolean][]) : [];
      for (const [key, ms, at, added] of kept) phases.set(key, { ms, at, added });
    },
  };
}
