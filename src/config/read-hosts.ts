import type { Tag } from "../model/outbound.ts";
import { RULE_SETS, type RuleSetName } from "../model/settings.ts";
import { parseCidr } from "../routing/cidr.ts";
import { compileRegex } from "../routing/compile-regex.ts";
import { canonicalHost } from "../routing/host.ts";
import type { Fields } from "./fields.ts";
import type { Path, Reader } from "./reader.ts";

/** Host names in the form in which they are compared; a suffix may begin with a dot. */
export function readHosts(
  reader: Reader,
  path: Path,
  fields: Fields,
  name: "domain" | "domain_suffix",
): readonly string[] {
  return reader.texts(path, fields, name).flatMap((text, place) => {
    const dot = name === "domain_suffix" && text.trim().startsWith(".") ? "." : "";
    const host = canonicalHost(text.trim().slice(dot.length));
    if (host === null) reader.error([...path, name, place], text, "a host name");
    return host === null ? [] : [dot + host];
  });
}

const PART_OF_A_NAME = /^[a-z0-9._-]+$/;

/** Parts of names in lower case. Of an international name no part is part of its punycode. */
export function readKeywords(reader: Reader, path: Path, fields: Fields): readonly string[] {
  return reader.texts(path, fields, "domain_keyword").flatMap((text, place) => {
    const keyword = text.trim().toLowerCase();
    if (PART_OF_A_NAME.test(keyword)) return [keyword];
    const expected =
      "part of a host name, in letters from a to z, digits, dots and hyphens: names are compared in punycode";
    reader.error([...path, "domain_keyword", place], text, expected);
    return [];
  });
}

/** Nothing a canonical host holds, unless it is escaped or case does not matter. */
const NEVER_IN_A_HOST = /[^\0-\x7f]|(?<!\\)[A-Z]/;

/** Regular expressions, compiled here only to see whether they can be. */
export function readRegexes(reader: Reader, path: Path, fields: Fields): readonly string[] {
  return reader.texts(path, fields, "domain_regex").flatMap((text, place) => {
    const at = [...path, "domain_regex", place];
    const compiled = compileRegex(text);
    if (!compiled.ok) reader.error(at, text, `a regular expression as Go has them (RE2): ${compiled.error}`);
    else if (NEVER_IN_A_HOST.test(text) && !text.includes("(?i"))
      reader.note(at, text, "taken as it stands: it is compared with names in lower case and punycode");
    return compiled.ok ? [text] : [];
  });
}

/** Networks in canonical form. `ip_is_private` is what sing-box calls a set of ours, see `readRuleSets`. */
export function readNetworks(reader: Reader, path: Path, fields: Fields): readonly string[] {
  return reader.texts(path, fields, "ip_cidr").flatMap((text, place) => {
    const at = [...path, "ip_cidr", place];
    const cidr = parseCidr(text);
    if (!cidr) reader.error(at, text, 'a network such as "10.0.0.0/8" or "2001:db8::/32", or an address');
    else if (!cidr.exact) reader.note(at, text, `taken as the network it lies in, ${cidr.text}`);
    return cidr ? [cidr.text] : [];
  });
}

/** What `rule_set` names: ready-made sets, and lists by their tags. */
export function readRuleSets(
  reader: Reader,
  path: Path,
  fields: Fields,
  listTags: ReadonlySet<Tag>,
): { readonly ruleSet: readonly RuleSetName[]; readonly lists: readonly Tag[] } {
  const named = reader.texts(path, fields, "rule_set");
  named.forEach((text, place) => {
    if (!listTags.has(text) && !isReadyMade(text))
      reader.error([...path, "rule_set", place], text, `the tag of a list, or one of ${RULE_SETS.join(", ")}`);
  });
  const ready = named.filter(isReadyMade);
  const isPrivate = reader.flag(path, fields, "ip_is_private", false) && !ready.includes("private-networks");
  return {
    ruleSet: isPrivate ? [...ready, "private-networks"] : ready,
    lists: named.filter((text) => listTags.has(text) && !isReadyMade(text)),
  };
}

const isReadyMade = (text: string): text is RuleSetName => RULE_SETS.some((name) => name === text);
