import { parseCidr } from "../routing/cidr.ts";
import { canonicalHost } from "../routing/host.ts";
import { isAddress } from "../routing/ip-words.ts";
import { type Collector, createCollector, type Read } from "./collector.ts";
import { linesOf } from "./lines.ts";
import type { ParsedList } from "./parsed-list.ts";

const COMMENT = /^(?:#|!|;|\/\/)|^$/;

/**
 * Reads a domain a line: `example.com` and `+.example.com` are the domain and all below it, `.example.com` and
 * `*.example.com` only what is below; an address or a network is itself. A line of a hosts file (an address, then names)
 * is these very names.
 */
export function readDomains(text: string): ParsedList {
  const collector = createCollector();
  for (const line of linesOf(text)) {
    if (collector.full) break;
    if (COMMENT.test(line)) continue;
    const [first = "", ...names] = line
      .replace(/\s#.*$/, "")
      .trim()
      .split(/\s+/);
    if (names.length === 0) collector.add(readDomain(first));
    else if (isAddress(canonicalHost(first) ?? "")) readNames(collector, names);
    else collector.add("unreadable");
  }
  return collector.list();
}

function readNames(collector: Collector, names: readonly string[]): void {
  for (const name of names) if (!collector.full) collector.add(readName(name));
}

function readDomain(text: string): Read {
  const [, mark = "", name = ""] = /^(\+\.|\*\.|\.)?(.*)$/s.exec(text) ?? [];
  const host = canonicalHost(name);
  if (host !== null && !isAddress(host))
    return { kind: "domainSuffix", value: mark === "" || mark === "+." ? host : `.${host}` };
  const network = mark === "" ? parseCidr(text) : null;
  return network ? { kind: "ipCidr", value: network.text } : "unreadable";
}

/** A name of a hosts file is itself alone. */
function readName(text: string): Read {
  const host = canonicalHost(text);
  return host === null || isAddress(host) ? "unreadable" : { kind: "domain", value: host };
}
