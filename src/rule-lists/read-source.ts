import { parseCidr } from "../routing/cidr.ts";
import type { ListRule } from "../routing/compile-list.ts";
import { canonicalHost } from "../routing/host.ts";
import { type Collector, createCollector, type Entry } from "./collector.ts";
import type { ParsedList } from "./parsed-list.ts";
import { regexRead } from "./regex-read.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a rule that are about the host, and how each value is read; null: it cannot be. */
const HOSTS: Readonly<Record<string, { readonly kind: Entry["kind"]; read(text: string): string | null }>> = {
  domain: { kind: "domain", read: canonicalHost },
  domain_suffix: {
    kind: "domainSuffix",
    read(text) {
      const dot = text.startsWith(".") ? "." : "";
      const host = canonicalHost(text.slice(dot.length));
      return host === null ? null : dot + host;
    },
  },
  domain_keyword: {
    kind: "domainKeyword",
    read: (text) => (/^[a-z0-9._-]+$/i.test(text) ? text.toLowerCase() : null),
  },
  domain_regex: { kind: "domainRegex", read: (text) => (typeof regexRead(text) === "string" ? null : text) },
  ip_cidr: { kind: "ipCidr", read: (text) => parseCidr(text)?.text ?? null },
};

/** Reads a rule-set of sing-box in source form (JSON, `version` and `rules`); null: it is not one. */
export function readSource(text: string): ParsedList | null {
  const root = parsed(text);
  if (!isFields(root) || typeof root.version !== "number" || !Array.isArray(root.rules)) return null;
  const collector = createCollector();
  for (const rule of root.rules) if (!collector.full) readRule(collector, rule);
  return collector.list();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
}

/** A rule with a field that is not known is left out as a whole: without it, it would match more than it says. */
function readRule(collector: Collector, rule: unknown): void {
  if (!isFields(rule)) return collector.add("unreadable");
  const { type, invert = false, port, ...hosts } = rule;
  const fields = Object.entries(hosts).filter(([, value]) => value !== null && value !== undefined);
  if ((type ?? "default") !== "default" || fields.some(([name]) => !Object.hasOwn(HOSTS, name)))
    return collector.add("condition");
  const ports = port === undefined || port === null ? [] : listOf(port);
  if (typeof invert !== "boolean" || !ports.every(isPort)) return collector.add("unreadable");
  const found = fields.flatMap(([name, value]) => listOf(value).map((one) => readHost(name, one)));
  const good = found.filter((one): one is Entry => one !== null);
  const alone = !invert && ports.length === 0;
  if (alone) for (const one of found) collector.add(one ?? "unreadable");
  else if (good.length < found.length || (good.length === 0 && ports.length === 0)) collector.add("unreadable");
  else collector.keep(together(good, ports, invert), Math.max(1, good.length));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isPort = (port: unknown): port is number =>
  typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65_535;

function readHost(name: string, value: unknown): Entry | null {
  const field = HOSTS[name];
  const read = field && typeof value === "string" ? field.read(value.trim()) : null;
  return field && read !== null ? { kind: field.kind, value: read } : null;
}

/** All conditions of a rule in one. */
function together(entries: readonly Entry[], port: readonly number[], invert: boolean): ListRule {
  const of = (kind: Entry["kind"]): readonly string[] =>
    entries.filter((entry) => entry.kind === kind).map(({ value }) => value);
  const some = (kind: "domainKeyword" | "domainRegex" | "ipCidr"): object => {
    const values = of(kind);
    return values.length > 0 ? { [kind]: values } : {};
  };
  return {
    domain: of("domain"),
    domainSuffix: of("domainSuffix"),
    ...some("domainKeyword"),
    ...some("domainRegex"),
    ...some("ipCidr"),
    ...(port.length > 0 ? { port } : {}),
    ...(invert ? { invert } : {}),
  };
}
