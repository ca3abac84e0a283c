import { base64Text } from "../lib/base64.ts";
import { createCollector } from "./collector.ts";
import { linesOf } from "./lines.ts";
import type { ParsedList } from "./parsed-list.ts";
import { readPattern } from "./read-pattern.ts";

const HEADER = /^\[autoproxy\b[^\]]*\]$/i;

/**
 * Reads AutoProxy's lines, plain or as Base64: `||` a domain and all below, `|` the beginning of an address, a bare text any
 * address over http that has it, `/…/` an expression, `@@` before any of them an exception, `!` a comment (the rules page
 * of gfwlist). An exception wins over all else.
 */
export function readAutoProxy(text: string): ParsedList {
  const collector = createCollector();
  for (const line of linesOf(decoded(text))) {
    if (collector.full) break;
    if (line === "" || line.startsWith("!") || HEADER.test(line)) continue;
    const spares = line.startsWith("@@");
    collector.add(readPattern(spares ? line.slice(2) : line), spares);
  }
  return collector.list();
}

/** A plain list has dots in it, which Base64 has not. */
function decoded(text: string): string {
  const packed = text.replace(/\s+/g, "");
  return /^[A-Za-z0-9+/]+=*$/.test(packed) ? (base64Text(packed) ?? text) : text;
}
