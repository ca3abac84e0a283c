import { canonicalName } from "./host-name.ts";
import { canonicalIpv6 } from "./ip-literal.ts";

/**
 * The one form in which hosts are kept and compared: a name in lower-case punycode without a trailing dot; IPv4 as four
 * numbers; IPv6 compressed, without brackets (RFC 5952).
 *
 * @returns null: not a host name or an address
 */
export function canonicalHost(text: string): string | null {
  const bare = text.trim();
  const bracketed = /^\[(.*)\]$/s.exec(bare)?.[1];
  if (bracketed !== undefined) return canonicalIpv6(bracketed);
  return bare.includes(":") ? canonicalIpv6(bare) : canonicalName(bare);
}
