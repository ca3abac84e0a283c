import { memoOf } from "../../../../src/lib/memo.ts";
import type { ProxyOutbound } from "../../../../src/model/outbound.ts";
import { identities } from "../../../../src/pac/proxy-string.ts";
import { canonicalIpv6 } from "../../../../src/routing/ip-literal.ts";

/** Chrome has no accounts for SOCKS proxies, and these cannot ask for one (fact C27). */
export const asksForAccounts = ({ protocol }: Pick<ProxyOutbound, "protocol">): boolean =>
  protocol === "http" || protocol === "https";

/**
 * The names, with the port, by which a proxy may appear as a challenger: both identities of its host, an address in the
 * form in which Chrome writes it (`::ffff:7f00:203` for the mapped 127.0.2.3), with and without brackets. Made once for
 * each proxy: a background that has just been woken asks for those of a thousand.
 */
export const challengersOf = memoOf(({ host, port }: Pick<ProxyOutbound, "host" | "port">): readonly string[] => {
  const names = [host, ...(identities(host) ?? [])].map((name) => name.replace(/^\[|\]$/g, ""));
  const written = names.flatMap((name) => [name, canonicalIpv6(name) ?? name]);
  return [...new Set(written.flatMap((name) => [name, `[${name}]`]))].map((name) => `${name}:${port}`);
});

/**
 * The proxies by the names under which they may ask. Of several at one address it is the first: those that are in use
 * there have the same account (accountable).
 */
export function byChallenger(proxies: readonly ProxyOutbound[]): ReadonlyMap<string, ProxyOutbound> {
  const known = new Map<string, ProxyOutbound>();
  for (const proxy of proxies.filter(asksForAccounts))
    for (const challenger of challengersOf(proxy)) if (!known.has(challenger)) known.set(challenger, proxy);
  return known;
}
