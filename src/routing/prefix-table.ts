import { maskWords, networkOf } from "./cidr.ts";
import { ipWords, isMapped } from "./ip-words.ts";

/** Networks by their first bits: one look for each length in use, whatever the number of networks. */
export interface PrefixTable {
  readonly rules: ReadonlyMap<string, number>;
  /** The lengths in use, by the number of words of an address: 2 or 8. */
  readonly lengths: ReadonlyMap<number, readonly number[]>;
}

/** @param networks each with the index of the first rule that names it */
export function loadPrefixes(networks: readonly (readonly [cidr: string, rule: number])[]): PrefixTable {
  const rules = new Map<string, number>();
  const lengths = new Map<number, Set<number>>();
  for (const [cidr, rule] of networks) {
    const { words, length } = networkOf(cidr);
    rules.set(keyOf(words, length), rule);
    const known = lengths.get(words.length);
    if (known) known.add(length);
    else lengths.set(words.length, new Set([length]));
  }
  return { rules, lengths: new Map([...lengths].map(([size, some]) => [size, [...some]])) };
}

/** No address is longer; a page may ask for a host of a million labels. */
const LONGEST = 45;

/** The first rule with a network that holds the host; infinite: none, or a name. An IPv4 address counts as such also when written as IPv6. */
export function ruleOfAddress({ rules, lengths }: PrefixTable, host: string): number {
  const written = rules.size === 0 || host.length > LONGEST ? null : ipWords(host);
  const words = written && isMapped(written) ? written.slice(6) : written;
  let first = Number.POSITIVE_INFINITY;
  if (words)
    for (const length of lengths.get(words.length) ?? [])
      first = Math.min(first, rules.get(keyOf(words, length)) ?? first);
  return first;
}

/** Length and masked words as one text; the number of words tells the families apart. */
const keyOf = (words: readonly number[], length: number): string =>
  String.fromCharCode(length, ...maskWords(words, length));
