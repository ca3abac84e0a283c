import type { BypassEntry } from "./bypass-list.ts";
import { maskWords } from "./cidr.ts";
import { ipv4Text, ipv6Text } from "./ip-literal.ts";
import { ipWords, isMapped, mapped } from "./ip-words.ts";
import { isBypassed } from "./loopback.ts";

const ALL_BITS = 128;
/** With the first of an IPv4 address's four numbers, IPv4-mapped. */
const FIRST_NUMBER = 104;

/** A host and port as an address names them: lower case, without brackets. */
export interface BypassTarget {
  readonly host: string;
  readonly port: number;
  /** A dot stood at the end of the name: it is then another name for this list. */
  readonly dotted: boolean;
}

/**
 * Whether Firefox sends requests to this host and port directly because of the list, whatever an extension answers.
 *
 * Source: `nsProtocolProxyService::CanUseProxy`.
 */
export function isOnBypassList(entries: readonly BypassEntry[], target: BypassTarget): boolean {
  if (entries.length === 0) return false;
  const words = ipWords(target.host);
  const address = words && mapped(words);
  const name = target.dotted ? `${target.host}.` : target.host;
  return entries.some((entry) => {
    if (entry.kind === "local") return !address && !name.includes(".");
    if (entry.port !== null && entry.port !== target.port) return false;
    if (entry.kind === "network") return address !== null && sameWords(maskWords(address, entry.length), entry.words);
    return !address && endsWithName(name, entry.suffix);
  });
}

const sameWords = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((word, at) => word === other[at]);

const endsWithName = (name: string, suffix: string): boolean =>
  name.endsWith(suffix) &&
  (suffix.startsWith(".") || name.length === suffix.length || name.at(-suffix.length - 1) === ".");

/** The hosts that go directly because of the list alone, as they are written: this machine's own do so without it. */
export const hostsOnBypassList = (entries: readonly BypassEntry[]): readonly string[] => [
  ...new Set(entries.filter((entry) => !isThisMachine(entry)).map(({ text }) => text)),
];

function isThisMachine(entry: BypassEntry): boolean {
  if (entry.kind === "local") return false;
  if (entry.kind === "name") return isBypassed(entry.suffix.replace(/^\./, ""), "firefox");
  const { words, length } = entry;
  if (isMapped(words)) return length >= FIRST_NUMBER && isBypassed(ipv4Text(words.slice(6)), "firefox");
  return length === ALL_BITS && isBypassed(ipv6Text(words), "firefox");
}
