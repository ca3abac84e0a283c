import { ipv4Words, ipv6Words, isIpv4 } from "./ip-literal.ts";

/** Whether a canonical host is an address and not a name: no name ends in a number (WHATWG URL). */
export const isAddress = (host: string): boolean => host.includes(":") || isIpv4(host);

/** The 16-bit words of a canonical address: two of IPv4, eight of IPv6; null: a name. */
export function ipWords(host: string): readonly number[] | null {
  if (host.includes(":")) return ipv6Words(host);
  return isIpv4(host) ? ipv4Words(host) : null;
}

/** Whether these are the words of an IPv4 address written as IPv6, `::ffff:192.0.2.1`. */
export const isMapped = (words: readonly number[]): boolean =>
  words.length === 8 && words[5] === 0xffff && words.slice(0, 5).every((word) => word === 0);

/** The eight words of an address: IPv4 becomes IPv4-mapped. */
export const mapped = (words: readonly number[]): readonly number[] =>
  words.length === 2 ? [0, 0, 0, 0, 0, 0xffff, ...words] : words;
