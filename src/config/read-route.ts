import type { Route, Rule } from "../model/settings.ts";
import { canonicalHost } from "../routing/host.ts";
import { type Fields, isSet } from "./fields.ts";
import type { Path, Reader } from "./reader.ts";

const RULE = ["type", "domain", "domain_suffix", "outbound", "action"];
/** Fields that a rule will have. */
const LATER = ["domain_keyword", "domain_regex", "ip_cidr", "port", "protocol", "invert", "container", "exit_country"];
const MOST_RULES = 100_000;
const MOST_HOSTS = 200_000;

/** Reads the `route` field. Outbounds named here are checked later, with all the others. */
export function readRoute(reader: Reader, path: Path, value: unknown): Route {
  if (value === undefined || value === null) return { rules: [], final: null };
  const fields = reader.object(path, value);
  if (!fields) return { rules: [], final: null };
  reader.only(path, fields, ["rules", "final"]);
  const written = isSet(fields, "rules") ? reader.list([...path, "rules"], fields.rules) : [];
  if (written.length > MOST_RULES) reader.error([...path, "rules"], written, `at most ${MOST_RULES} rules`);
  const rules = written
    .slice(0, MOST_RULES)
    .flatMap((rule, place) => readRule(reader, [...path, "rules", place], rule) ?? []);
  const hosts = rules.reduce((sum, { domain, domainSuffix }) => sum + domain.length + domainSuffix.length, 0);
  if (hosts > MOST_HOSTS) reader.error([...path, "rules"], written, `at most ${MOST_HOSTS} hosts in all rules`);
  return { rules, final: reader.text(path, fields, "final", null) };
}

/**
 * A field that is not understood makes the whole rule wrong, never a remark: a rule that matches more than it says would
 * send requests another way than the person meant.
 */
function readRule(reader: Reader, path: Path, value: unknown): Rule | null {
  const fields = reader.object(path, value);
  if (!fields) return null;
  for (const name of Object.keys(fields))
    if (!RULE.includes(name) && isSet(fields, name))
      reader.error([...path, name], fields[name], `only domain and domain_suffix: ${whyNot(name)}`);
  if (isSet(fields, "type") && fields.type !== "default")
    reader.error([...path, "type"], fields.type, '"default", or nothing: other rules are not supported yet');
  if (isSet(fields, "action") && fields.action !== "route")
    reader.error([...path, "action"], fields.action, '"route", or nothing');
  const domain = readHosts(reader, path, fields, "domain");
  const domainSuffix = readHosts(reader, path, fields, "domain_suffix");
  if (domain.length + domainSuffix.length === 0) reader.error(path, value, "a rule with domain or domain_suffix");
  const outbound = reader.text(path, fields, "outbound", null);
  if (outbound === null) reader.error([...path, "outbound"], fields.outbound, "the tag of an outbound");
  return outbound === null ? null : { domain, domainSuffix, outbound };
}

const whyNot = (name: string): string =>
  LATER.includes(name) ? "this field is not supported yet" : "there is no such field";

/** Host names in the form in which they are compared; a suffix may begin with a dot. */
function readHosts(reader: Reader, path: Path, fields: Fields, name: "domain" | "domain_suffix"): readonly string[] {
  return reader.texts(path, fields, name).flatMap((text, place) => {
    const dot = name === "domain_suffix" && text.trim().startsWith(".") ? "." : "";
    const host = canonicalHost(text.trim().slice(dot.length));
    if (host === null) reader.error([...path, name, place], text, "a host name");
    return host === null ? [] : [dot + host];
  });
}
