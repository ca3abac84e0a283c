import { memo } from "../lib/memo.ts";
import type { MatchSet } from "./contract.ts";
import { blockOf, loadNames, ruleOfKey } from "./find-name.ts";
import { isAddress } from "./ip-words.ts";
import { loadPrefixes, ruleOfAddress } from "./prefix-table.ts";
import { createMatcher } from "./regex-matcher.ts";

/** No rule holds a longer name, and none is searched: a page may make one up that takes long. */
const LONGEST = 253;
const NONE = Number.POSITIVE_INFINITY;

/**
 * The first rule of a set that names a host; infinite: none does. Names are looked up, whatever their number.
 *
 * @param remembered for how many hosts it is remembered what was found
 */
export function createHostLookup(set: MatchSet, remembered: number): (host: string) => number {
  const ofName = createNameLookup(set);
  const networks = loadPrefixes(set.networks);
  const search = createSearch(set);
  const any = set.any ?? NONE;
  const lookUp = (host: string): number => Math.min(any, ofName(host), ruleOfAddress(networks, host), search(host));
  const known = memo(remembered, lookUp);
  return (host) => (host.length > LONGEST ? lookUp(host) : known(host));
}

/** Names are packed with their labels from the last to the first, and so a host is walked: what is above it comes first. */
function createNameLookup(set: MatchSet): (host: string) => number {
  const domain = loadNames(set.domain);
  const suffix = loadNames(set.suffix);
  const below = loadNames(set.below);
  const deepest = Math.max(domain.depths.length, suffix.depths.length, below.depths.length) - 1;
  return (host) => {
    let first = NONE;
    let inSuffix = -1;
    let inBelow = -1;
    let key = "";
    let end = host.length;
    for (let depth = 1; depth <= deepest && key.length <= LONGEST && end >= 0; depth++) {
      const dot = host.lastIndexOf(".", end - 1);
      const label = host.slice(dot + 1, end);
      key = depth === 1 ? label : `${key}.${label}`;
      end = dot;
      if (suffix.depths[depth]) {
        inSuffix = blockOf(suffix, key, inSuffix);
        first = Math.min(first, ruleOfKey(suffix, inSuffix, key));
      }
      if (dot < 0 && domain.depths[depth]) first = Math.min(first, ruleOfKey(domain, blockOf(domain, key), key));
      if (dot >= 0 && below.depths[depth]) {
        inBelow = blockOf(below, key, inBelow);
        first = Math.min(first, ruleOfKey(below, inBelow, key));
      }
    }
    return first;
  };
}

/** What has to be tried one by one. As in sing-box, an address is no name. */
function createSearch({ keywords, regexes, simpleNames }: MatchSet): (host: string) => number {
  if (keywords.length + regexes.length === 0 && simpleNames === null) return () => NONE;
  const matchers = regexes.map(([program, rule]) => ({ matches: createMatcher(program), rule }));
  return (host) => {
    if (host.length > LONGEST || isAddress(host)) return NONE;
    const simple = simpleNames !== null && !host.includes(".") ? simpleNames : NONE;
    const [, keyword = NONE] = keywords.find(([part]) => host.includes(part)) ?? [];
    const rule = Math.min(simple, keyword);
    return matchers.find((one) => one.rule < rule && one.matches(host))?.rule ?? rule;
  };
}
