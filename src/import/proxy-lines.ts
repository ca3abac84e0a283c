import { type Outcome, ok } from "../lib/result.ts";
import type { ProxyProtocol } from "../model/outbound.ts";
import { checkAccount } from "./account.ts";
import { readBareLine } from "./bare-line.ts";
import { identityOf, type ParsedProxy } from "./parsed-proxy.ts";
import { readProxyUri } from "./proxy-uri.ts";
import type { SkipReason } from "./skip-reason.ts";

export type LineFormat = "uri-list" | "host-port-user-pass" | "user-pass-at-host-port";

/** What pasted lines hold. Lines count from 1, with blank ones and comments. */
export interface ProxyLines {
  /** How the first proxy is written; null when there is none. Without a scheme, the page may ask which one is meant. */
  readonly format: LineFormat | null;
  /** In the order of the text, each once. */
  readonly taken: readonly ParsedProxy[];
  readonly skipped: readonly { readonly line: number; readonly reason: SkipReason }[];
  /** Lines that say again what an earlier line said. */
  readonly duplicates: readonly { readonly line: number; readonly sameAs: number }[];
}

interface Found {
  readonly proxy: ParsedProxy;
  readonly format: LineFormat;
}

const COMMENT = /^(?:#|\/\/|;)/;

/**
 * Reads proxies as people paste them, one a line: URIs, `host:port`, `host:port:user:pass`, `user:pass@host:port`, mixed
 * as they come. Never fails: a line that gives no proxy is in `skipped` with a reason.
 *
 * @param assumed the protocol of lines that name none
 */
export function readProxyLines(text: string, assumed: ProxyProtocol = "http"): ProxyLines {
  const found: Found[] = [];
  const skipped: { line: number; reason: SkipReason }[] = [];
  const duplicates: { line: number; sameAs: number }[] = [];
  const firstLines = new Map<string, number>();
  text.split(/\r\n|\r|\n/).forEach((raw, place) => {
    const line = place + 1;
    // The trim takes a byte-order mark away, too.
    const content = raw.trim();
    if (content === "" || COMMENT.test(content)) return;
    const read = readLine(content, assumed);
    if (!read.ok) {
      skipped.push({ line, reason: read.error });
      return;
    }
    const identity = identityOf(read.value.proxy);
    const sameAs = firstLines.get(identity);
    if (sameAs !== undefined) duplicates.push({ line, sameAs });
    else {
      firstLines.set(identity, line);
      found.push(read.value);
    }
  });
  return { format: found[0]?.format ?? null, taken: found.map(({ proxy }) => proxy), skipped, duplicates };
}

function readLine(line: string, protocol: ProxyProtocol): Outcome<Found, SkipReason> {
  const uri = readProxyUri(line);
  if (uri) return uri.ok ? ok({ proxy: uri.value, format: "uri-list" }) : uri;
  const bare = readBareLine(line);
  if (!bare.ok) return bare;
  const { host, port, format } = bare.value;
  const account = checkAccount(bare.value.account, protocol);
  if (!account.ok) return account;
  const proxy = { protocol, host, port, account: account.value, name: null, remoteDns: protocol !== "socks4" };
  return ok({ proxy, format });
}
