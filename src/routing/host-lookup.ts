import { memo } from "../lib/memo.ts";
import type { MatchSet } from "./contract.ts";
import { SEPARATOR } from "./digits.ts";
import { blockOf, loadNames, type NameTable, ruleOfKey } from "./find-name.ts";
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
  const ofSuffix = createWalk(suffix);
  const ofBelow = createWalk(below);
  return (given) => {
    // In a host that has one it is no separator, and stands in no rule.
    const host = given.includes(SEPARATOR) ? given.replaceAll(SEPARATOR, "A") : given;
    ofSuffix.begin();
    ofBelow.begin();
    let first = NONE;
    let key = "";
    let end = host.length;
    for (let depth = 1; depth <= deepest && key.length <= LONGEST && end >= 0; depth++) {
      const dot = host.lastIndexOf(".", end - 1);
      const label = host.slice(dot + 1, end);
      key = depth === 1 ? label : key + SEPARATOR + label;
      end = dot;
      first = Math.min(first, ofSuffix.look(depth, key));
      if (dot >= 0) first = Math.min(first, ofBelow.look(depth, key));
      else if (domain.depths[depth]) first = Math.min(first, ruleOfKey(domain, blockOf(domain, key), key));
    }
    return first;
  };
}

/** Looks for names of which each is below the one before; no further than there are names. */
function createWalk(names: NameTable) {
  let place = -1;
  let ended = false;
  return {
    begin(): void {
      place = -1;
      ended = false;
    },
    look(depth: number, key: string): number {
      if (ended || !names.depths[depth]) return NONE;
      place = blockOf(names, key, place);
      const rule = ruleOfKey(names, place, key);
      ended = !names.deeper;
      return rule;
    },
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
