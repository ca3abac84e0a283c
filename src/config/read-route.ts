import type { Route, Rule } from "../model/settings.ts";
import { canonicalHost } from "../routing/host.ts";
import { type Fields, isSet, type Path, type Reader } from "./reader.ts";

const RULE = ["type", "domain", "domain_suffix", "outbound", "action"];

/** Reads the `route` field. Outbounds named here are checked later, with all the others. */
export function readRoute(reader: Reader, path: Path, value: unknown): Route {
  if (value === undefined || value === null) return { rules: [], final: null };
  const fields = reader.object(path, value);
  if (!fields) return { rules: [], final: null };
  reader.only(path, fields, ["rules", "final"]);
  const written = isSet(fields, "rules") ? reader.list([...path, "rules"], fields.rules) : [];
  const rules = written.flatMap((rule, place) => readRule(reader, [...path, "rules", place], rule) ?? []);
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
    if (!RULE.includes(name))
      reader.error([...path, name], fields[name], "no such field: only domain and domain_suffix");
  if (isSet(fields, "action") && fields.action !== "route")
    reader.error([...path, "action"], fields.action, '"route", or nothing');
  const domain = readHosts(reader, path, fields, "domain");
  const domainSuffix = readHosts(reader, path, fields, "domain_suffix");
  if (domain.length + domainSuffix.length === 0) reader.error(path, value, "a rule with domain or domain_suffix");
  const outbound = reader.text(path, fields, "outbound", null);
  if (outbound === null) reader.error([...path, "outbound"], fields.outbound, "the tag of an outbound");
  return outbound === null ? null : { domain, domainSuffix, outbound };
}

/** Host names in the form in which they are compared; a suffix may begin with a dot. */
function readHosts(reader: Reader, path: Path, fields: Fields, name: "domain" | "domain_suffix"): readonly string[] {
  return reader.texts(path, fields, name).flatMap((text, place) => {
    const dot = name === "domain_suffix" && text.trim().startsWith(".") ? "." : "";
    const host = canonicalHost(text.trim().slice(dot.length));
    if (host === null) reader.error([...path, name, place], text, "a host name");
    return host === null ? [] : [dot + host];
  });
}
