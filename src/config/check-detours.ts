import type { Outbound, Tag } from "../model/outbound.ts";
import { isNear } from "../routing/near-host.ts";
import { leadingTo } from "./leading-to.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Reader } from "./reader.ts";

export const KNOWN_TAG = "the tag of an outbound in the list";
const BLOCKED = "an outbound that is not blocked itself";
const NO_CHAIN =
  "no detour: no browser can chain proxies, it would connect straight to this second server and show it your address; " +
  "run a client on this device that makes the chain, and add that client's port";

export interface KnownOutbounds {
  readonly kinds: ReadonlyMap<Tag, Outbound["kind"]>;
  /** All tags of the list, those too of outbounds with something else wrong. */
  readonly listed: ReadonlySet<Tag>;
  /** Those that block because they are refused: what dials through one of them blocks too. */
  readonly refused: ReadonlySet<Tag>;
}

/** Checks what each proxy dials through (M9): a relay near by may, since it makes the chain; no browser does. */
export function checkDetours(reader: Reader, outbounds: ReadOutbounds["outbounds"], known: KnownOutbounds): void {
  const blocked = leadingTo(known.refused, detoursOf(outbounds.map(({ outbound }) => outbound)));
  for (const { place, outbound } of outbounds) {
    if (outbound.kind !== "proxy" || outbound.detour === null) continue;
    const { host, detour } = outbound;
    // Nothing is chained by that: it is how a browser connects anyway.
    const isChain = known.kinds.get(detour) !== "direct";
    const wrong = isChain && !isNear(host) ? NO_CHAIN : known.listed.has(detour) ? null : KNOWN_TAG;
    const expected = wrong ?? (blocked.has(detour) ? BLOCKED : null);
    if (expected !== null) reader.error(["outbounds", place, "detour"], detour, expected);
  }
}

/** What each proxy dials through. */
export const detoursOf = (outbounds: readonly Outbound[]): ReadonlyMap<Tag, Tag> =>
  new Map(
    outbounds.flatMap((one): [Tag, Tag][] =>
      one.kind === "proxy" && one.detour !== null ? [[one.tag, one.detour]] : [],
    ),
  );
