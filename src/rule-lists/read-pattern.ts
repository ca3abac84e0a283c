import { canonicalHost } from "../routing/host.ts";
import { isAddress } from "../routing/ip-words.ts";
import type { Read } from "./collector.ts";
import { readExpression } from "./read-expression.ts";
import { LONGEST_EXPRESSION, regexRead } from "./regex-read.ts";

const PART_OF_A_NAME = /^[a-z0-9_-]+$/;
const WITH_WILDCARDS = /^[a-z0-9._*-]+$/;

/**
 * Reads one pattern of AutoProxy. A browser shows scheme, host and port to who routes, not the rest of an address: a
 * pattern with a path is left out, because its whole host would be more than it says.
 */
export function readPattern(pattern: string): Read {
  if (pattern.length > LONGEST_EXPRESSION) return "pattern";
  const expression = /^\/(.+)\/$/s.exec(pattern)?.[1];
  if (expression !== undefined) return readExpression(expression);
  if (pattern.startsWith("||")) return ofDomain(hostPart(pattern.slice(2)));
  const [, scheme, rest] = /^\|?(https?):\/\/(.*)$/is.exec(pattern) ?? [];
  if (scheme !== undefined && rest !== undefined)
    return ofHost(hostPart(rest), scheme.toLowerCase() === "https" ? "https" : "http");
  if (pattern.startsWith("|")) return "pattern";
  return ofText(hostPart(pattern));
}

/** A host without what stands for "and whatever follows"; null: there is a path. */
function hostPart(text: string): string | null {
  const host = text.toLowerCase().replace(/(?:\/\*?|\^\*?|\*)$/, "");
  return /[/?#]/.test(host) || host.endsWith("|") ? null : host;
}

/** `||`: the domain and all below it. */
function ofDomain(text: string | null): Read {
  if (text === null) return "path";
  if (text.includes("*")) return ofWildcards(text, "(?:^|\\.)", "$");
  const host = canonicalHost(text);
  if (host === null) return "pattern";
  return isAddress(host) ? { kind: "domain", value: host } : { kind: "domainSuffix", value: host };
}

/** `|https://`: this host. */
function ofHost(text: string | null, protocol: "http" | "https"): Read {
  if (text === null) return "path";
  if (text.includes("*")) return ofWildcards(text, "^", "$", protocol);
  const host = canonicalHost(text);
  return host === null ? "pattern" : { kind: "domain", value: host, protocol };
}

/**
 * A bare text: http alone, as the format has it. A whole name stands for the domain and all below it, one that begins with
 * a dot for what is below: as parts of names a list of a thousand of them would have to be tried one by one.
 */
function ofText(text: string | null): Read {
  if (text === null) return "path";
  const protocol = "http";
  const inner = text.replace(/^\*+/, "");
  if (inner.includes("*")) return ofWildcards(inner, "", "", protocol);
  const host = canonicalHost(inner.replace(/^\./, ""));
  if (host !== null && isAddress(host)) return inner === text ? { kind: "domain", value: host, protocol } : "pattern";
  if (PART_OF_A_NAME.test(inner)) return { kind: "domainKeyword", value: inner, protocol };
  if (host === null) return "pattern";
  return { kind: "domainSuffix", value: inner.startsWith(".") ? `.${host}` : host, protocol };
}

/** `*.example.com` is what is below; any other place of a wildcard makes an expression. */
function ofWildcards(text: string, before: string, after: string, protocol?: "http" | "https"): Read {
  const over = protocol ? { protocol } : {};
  const below = /^\*\.([^*]+)$/.exec(text)?.[1];
  const host = below === undefined ? null : canonicalHost(below);
  if (host !== null && !isAddress(host)) return { kind: "domainSuffix", value: `.${host}`, ...over };
  if (!WITH_WILDCARDS.test(text)) return "pattern";
  return regexRead(`${before}${text.replaceAll(".", "\\.").replace(/\*+/g, ".*")}${after}`, protocol);
}
