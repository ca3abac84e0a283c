import { hash32 } from "../../../src/lib/hash.ts";
import { memoOf } from "../../../src/lib/memo.ts";
import type { ProxyOutbound, Tag } from "../../../src/model/outbound.ts";
import { endpointOf } from "../../probes/saved-results.ts";

/** Proxies with where each is: what is learnt of one is not known of another that takes its tag. */
export interface Places {
  /** Names a proxy and its place; one that is not configured has the tag alone. */
  of(tag: Tag): string;
  has(place: string): boolean;
}

/** Made once for the same proxies: several ask, each time that the background is woken. */
export const placesOf = memoOf((proxies: readonly ProxyOutbound[]): Places => {
  const places = new Map(proxies.map((proxy) => [proxy.tag, placeOf(proxy)]));
  const all = new Set(places.values());
  return { of: (tag) => places.get(tag) ?? tag, has: (place) => all.has(place) };
});

/** Short: it is written down with every step. */
const placeOf = (proxy: ProxyOutbound): string => `${hash32(endpointOf(proxy)).toString(36)} ${proxy.tag}`;
