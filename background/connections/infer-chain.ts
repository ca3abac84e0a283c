import type { Tag } from "../../src/model/outbound.ts";
import { sameWay, type Way } from "./chain.ts";
import type { OpenRequest } from "./open-request.ts";

/** A way that an origin's requests went from this moment on, ms since the epoch. */
export interface TimedWay extends Way {
  readonly at: number;
}

/** What is known of one origin. */
export interface KnownWays {
  /** The oldest first. */
  readonly ways: readonly TimedWay[];
  /** From here on not even the first way is missing. */
  readonly completeSince: number;
}

/**
 * The PAC program is asked within milliseconds of a request's start; the busiest machine measured took 0.2 s. (After a
 * change of the network it takes seconds, but that is a new context, of which `completeSince` tells.)
 */
const ASKED_WITHIN_MS = 1_000;
/** Before that it cannot be said that the program was asked at all. */
const ASKED_BY_MS = 250;
/** Both clocks are the machine's, cut to milliseconds. */
const GRAIN_MS = 2;

/**
 * The way a request went: the one that its origin had when it started, when that did not change until the program had
 * surely been asked, or when only one of those it may have gone fits the address that answered.
 *
 * @param mayBe whether a proxy may have this address; true when that is not known
 * @returns null: it cannot be said, so nothing may rest on it
 */
export function wayAt(
  { startedAt, headedAt, ip }: Pick<OpenRequest, "startedAt" | "headedAt" | "ip">,
  { ways, completeSince }: KnownWays,
  mayBe: (tag: Tag, ip: string) => boolean,
  now: number,
): Way | null {
  if (headedAt === null && now - startedAt < ASKED_BY_MS) return null;
  const before = ways.findLast(({ at }) => at < startedAt - GRAIN_MS);
  if (!before && startedAt < completeSince) return null;
  const until = Math.min(headedAt ?? now, startedAt + ASKED_WITHIN_MS);
  const later = ways.filter(({ at }) => at >= startedAt - GRAIN_MS && at <= until);
  const candidates = [...(before ? [before] : []), ...later].filter(
    ({ outbound }) => ip === null || mayBe(outbound, ip),
  );
  const [first, ...others] = candidates;
  if (!first || !others.every((other) => sameWay(first, other))) return null;
  return { outbound: first.outbound, via: first.via };
}

/** Whether all that may still decide the way of this request has happened. */
export const isSettled = ({ startedAt, headedAt }: OpenRequest, now: number): boolean =>
  headedAt !== null || now - startedAt > ASKED_WITHIN_MS;
