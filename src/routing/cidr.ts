import { canonicalIpv6, ipv4Text, ipv6Text } from "./ip-literal.ts";
import { ipWords, isMapped } from "./ip-words.ts";

/** A network: the words of its first address, and how many of their bits all its addresses share. */
export interface Network {
  readonly words: readonly number[];
  readonly length: number;
}

const MAPPED_BITS = 96;

/**
 * Reads `10.0.0.0/8`, `2001:db8::/32`, or an address alone, which is a network of one. Where the address is not the first
 * of its network it is taken for the network. IPv4 written as IPv6 is the IPv4 network that it is: there a connection goes.
 *
 * @returns `text`: the canonical form; `exact`: whether the same network was written; null: not a network
 */
export function parseCidr(written: string): { readonly text: string; readonly exact: boolean } | null {
  const [, base = "", size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(written.trim()) ?? [];
  const words = ipWords(base.includes(":") ? (canonicalIpv6(base) ?? "") : base);
  if (!words) return null;
  const length = size === undefined ? words.length * 16 : Number(size);
  if (length > words.length * 16) return null;
  const mapped = isMapped(words) && length >= MAPPED_BITS;
  const network = mapped ? firstOf(words.slice(6), length - MAPPED_BITS) : firstOf(words, length);
  return { text: cidrText(network), exact: !mapped && network.words.every((word, i) => word === words[i]) };
}

/** Reads what `parseCidr` wrote. */
export function networkOf(text: string): Network {
  const [base = "", length = ""] = text.split("/");
  return { words: ipWords(base) ?? [], length: Number(length) };
}

function firstOf(words: readonly number[], length: number): Network {
  return { words: maskWords(words, length), length };
}

function cidrText({ words, length }: Network): string {
  const address = words.length === 2 ? ipv4Text(words) : ipv6Text(words);
  return `${address}/${length}`;
}

/** An address with all but its first bits zero. */
export function maskWords(words: readonly number[], length: number): readonly number[] {
  return words.map((word, i) => {
    const kept = Math.min(16, Math.max(0, length - 16 * i));
    return word & (0xffff << (16 - kept)) & 0xffff;
  });
}
