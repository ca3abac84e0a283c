import { memoOf } from "../../../src/lib/memo.ts";
import type { ProxyOutbound } from "../../../src/model/outbound.ts";
import { identities } from "../../../src/pac/proxy-string.ts";
import { canonicalIpv6 } from "../../../src/routing/ip-literal.ts";

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
