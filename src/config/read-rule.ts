import { BLOCK, type Tag } from "../model/outbound.ts";
import type { Rule } from "../model/settings.ts";
import { type Fields, isSet } from "./fields.ts";
import { mendedOf } from "./mended.ts";
import { readConditions } from "./read-conditions.ts";
import { readHosts, readKeywords, readNetworks, readRegexes, readRuleSets } from "./read-hosts.ts";
import type { Path, Reader } from "./reader.ts";

export const RULE_HOSTS: readonly string[] = [
  "domain",
  "domain_suffix",
  "domain_keyword",
  "domain_regex",
  "ip_cidr",
  "ip_is_private",
  "rule_set",
];
export const RULE_CONDITIONS: readonly string[] = ["port", "protocol", "container"];
const KNOWN = [...RULE_HOSTS, ...RULE_CONDITIONS, "type", "invert", "outbound", "action"];
/** Fields that a rule will have; each only makes it narrower. */
export const RULE_LATER: readonly string[] = ["exit_country"];

const BLOCKS_ALL: Rule = { domain: [], domainSuffix: [], outbound: BLOCK };

/**
 * Reads one rule. A field that is not understood makes the whole rule wrong, never a remark: a rule that matches more than
 * it says would send requests another way than the person meant.
 *
 * @param listTags of the lists that it may name
 */
export function readRule(reader: Reader, path: Path, value: unknown, listTags: ReadonlySet<Tag>): Rule | null {
  if (mendedOf(value)) return BLOCKS_ALL;
  const fields = reader.object(path, value);
  if (!fields) return null;
  const before = reader.findings.length;
  refuseUnknown(reader, path, fields);
  const domain = readHosts(reader, path, fields, "domain");
  const domainSuffix = readHosts(reader, path, fields, "domain_suffix");
  const sets = readRuleSets(reader, path, fields, listTags);
  const more = {
    ...some("domainKeyword", readKeywords(reader, path, fields)),
    ...some("domainRegex", readRegexes(reader, path, fields)),
    ...some("ipCidr", readNetworks(reader, path, fields)),
    ...some("ruleSet", sets.ruleSet),
    ...some("lists", sets.lists),
    ...readConditions(reader, path, fields),
  };
  const isEmpty = domain.length + domainSuffix.length === 0 && Object.keys(more).length === 0;
  // What it asks for may be there and wrong, which has been said.
  if (isEmpty && reader.findings.length === before)
    reader.error(path, value, `a rule with at least one of ${[...RULE_HOSTS, ...RULE_CONDITIONS].join(", ")}`);
  const invert = reader.flag(path, fields, "invert", false);
  const outbound = reader.text(path, fields, "outbound", null);
  if (outbound === null) reader.error([...path, "outbound"], fields.outbound, "the tag of an outbound");
  return outbound === null ? null : { domain, domainSuffix, ...more, ...(invert ? { invert } : {}), outbound };
}

function refuseUnknown(reader: Reader, path: Path, fields: Fields): void {
  for (const name of Object.keys(fields))
    if (!KNOWN.includes(name) && isSet(fields, name))
      reader.error([...path, name], fields[name], `only ${KNOWN.join(", ")}: ${whyNot(name)}`);
  if (isSet(fields, "type") && fields.type !== "default")
    reader.error([...path, "type"], fields.type, '"default", or nothing: other rules are not supported yet');
  if (isSet(fields, "action") && fields.action !== "route")
    reader.error([...path, "action"], fields.action, '"route", or nothing');
}

const whyNot = (name: string): string =>
  RULE_LATER.includes(name) ? "this field is not supported yet" : "there is no such field";

/** A list that is not empty. */
function some<K extends string, V>(name: K, list: readonly V[]): Partial<Record<K, readonly V[]>>;
function some(name: string, list: readonly unknown[]): Readonly<Record<string, unknown>> {
  return list.length === 0 ? {} : { [name]: list };
}
