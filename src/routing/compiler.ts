import type { Rule } from "../model/settings.ts";
import type { CompiledRules, Condition, MatchSet, RegexProgram, RuleSource } from "./contract.ts";
import { packNames } from "./pack-names.ts";
import { packTags } from "./pack-tags.ts";

/**
 * What `private-networks` stands for: addresses that nobody reaches over the internet (RFC 6890): this host, private use,
 * a carrier's own, loopback, link-local.
 */
const PRIVATE_NETWORKS: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::/128",
  "::1/128",
  "fc00::/7",
  "fe80::/10",
];

type ProgramOf = (regex: string) => RegexProgram;

/**
 * Compiles rules to a lookup. A name that several rules hold belongs to the first of them. The same list gives the same
 * lookup, made once: it is asked for with every change of the plans, and 100,000 rules take their time.
 *
 * @param programOf of an expression that was found to be one
 */
export function createCompiler(programOf: ProgramOf): (rules: RuleSource) => CompiledRules {
  const known = new WeakMap<readonly Rule[], CompiledRules>();
  return (rules) => {
    if ("sets" in rules) return rules;
    const made = known.get(rules) ?? {
      sets: [...grouped(rules).values()].map((set) => compileSet(set, programOf)),
      outbounds: packTags(rules.map((rule) => rule.outbound)),
    };
    known.set(rules, made);
    return made;
  };
}

type Numbered = readonly [rule: Rule, index: number];

/** Rules by what they ask for besides the host, in the order of their first; an inverted one is alone. */
function grouped(rules: readonly Rule[]): Map<string, Numbered[]> {
  const groups = new Map<string, Numbered[]>();
  rules.forEach((rule, index) => {
    const when = conditionOf(rule);
    const key = rule.invert ? `invert ${index}` : when === null ? "" : JSON.stringify(when);
    const group = groups.get(key);
    if (group) group.push([rule, index]);
    else groups.set(key, [[rule, index]]);
  });
  return groups;
}

function conditionOf({ port, protocol, container }: Rule): Condition | null {
  if (!port && !protocol && !container) return null;
  return { ...(port && { port }), ...(protocol && { protocol }), ...(container && { container }) };
}

function compileSet(rules: readonly Numbered[], programOf: ProgramOf): MatchSet {
  const domain = new Map<string, number>();
  const suffix = new Map<string, number>();
  const below = new Map<string, number>();
  const networks = new Map<string, number>();
  const keywords = new Map<string, number>();
  const regexes = new Map<string, number>();
  const lists = new Map<string, number>();
  let simpleNames: number | null = null;
  let any: number | null = null;
  for (const [rule, index] of rules) {
    for (const name of rule.domain) keepFirst(domain, name, index);
    for (const name of rule.domainSuffix)
      if (name.startsWith(".")) keepFirst(below, name.slice(1), index);
      else keepFirst(suffix, name, index);
    for (const cidr of networksOf(rule)) keepFirst(networks, cidr, index);
    for (const keyword of rule.domainKeyword ?? []) keepFirst(keywords, keyword, index);
    for (const regex of rule.domainRegex ?? []) keepFirst(regexes, regex, index);
    for (const tag of rule.lists ?? []) keepFirst(lists, tag, index);
    if (rule.ruleSet?.includes("simple-names")) simpleNames ??= index;
    if (takesAnyHost(rule)) any ??= index;
  }
  const [alone, first] = rules[0] ?? [];
  return {
    first: first ?? 0,
    when: alone ? conditionOf(alone) : null,
    invert: alone?.invert ?? false,
    domain: packNames(domain),
    suffix: packNames(suffix),
    below: packNames(below),
    networks: [...networks],
    keywords: [...keywords],
    regexes: [...regexes].map(([regex, index]) => [programOf(regex), index]),
    lists: [...lists],
    simpleNames,
    any,
  };
}

function keepFirst(names: Map<string, number>, name: string, index: number): void {
  if (!names.has(name)) names.set(name, index);
}

const networksOf = ({ ipCidr = [], ruleSet }: Rule): readonly string[] =>
  ruleSet?.includes("private-networks") ? [...ipCidr, ...PRIVATE_NETWORKS] : ipCidr;

const takesAnyHost = ({ domain, domainSuffix, domainKeyword, domainRegex, ipCidr, ruleSet, lists }: Rule): boolean =>
  [domain, domainSuffix, domainKeyword, domainRegex, ipCidr, ruleSet, lists].every(
    (some) => !some || some.length === 0,
  );
