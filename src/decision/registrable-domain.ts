import { memo } from "../lib/memo.ts";
import { EXCEPTION, readSuffixes, SUFFIX, WILDCARD } from "./public-suffixes.ts";

/** By top-level label, of which there are 1,500; read at the first host below it. */
const suffixesOf = memo(2_000, readSuffixes);
/** No name ends in a number: what looks so is an address. */
const IPV4 = /\.\d+$/;

/**
 * The registrable domain of a host by the public suffix list with its private part: one label and the longest suffix that the
 * list has; where it has none, the last label counts as one (https://github.com/publicsuffix/list/wiki/Format). Null: the
 * host is a suffix itself, a single label, or an address.
 *
 * @param host lower-case punycode without a trailing dot; IPv6 without brackets
 */
export function registrableDomain(host: string): string | null {
  if (host.includes(":") || IPV4.test(host)) return null;
  const suffixes = suffixesOf(host.slice(host.lastIndexOf(".") + 1));
  let name = host;
  /** The name and one label more of the host, and two. */
  let longer: string | null = null;
  let longest: string | null = null;
  for (;;) {
    const kind = suffixes.get(name) ?? 0;
    if ((kind & EXCEPTION) !== 0) return name;
    if ((kind & WILDCARD) !== 0 && longer !== null) return longest;
    const dot = name.indexOf(".");
    if ((kind & SUFFIX) !== 0 || dot < 0) return longer;
    longest = longer;
    longer = name;
    name = name.slice(dot + 1);
  }
}
