import { never } from "../lib/never.ts";
import type { StickyPart } from "../model/outbound.ts";
import type { Request } from "./contract.ts";
import { siteKey } from "./site-key.ts";

/** What a strategy may know of a connection. */
export interface Flow {
  /** Lower-case punycode without a trailing dot; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly source: string;
  readonly process: string;
}

/** A browser shows no source address, and a container is the nearest it has to a process (SH1). */
export const flowOf = ({ host, port, container }: Request): Flow => ({ host, port, source: "", process: container });

/** What a connection sticks to its member by (SS1, SH1). Each part says how long it is, so no two lists join to one text. */
export function stickyKey(parts: readonly StickyPart[], flow: Flow): string {
  let key = "";
  for (const part of parts) {
    const value = partOf(part, flow);
    key += `${value.length}:${value}`;
  }
  return key;
}

function partOf(part: StickyPart, { host, port, source, process }: Flow): string {
  switch (part) {
    case "domain":
      return siteKey(host);
    case "dest_ip":
      return host;
    case "dest_port":
      return String(port);
    case "source_ip":
      return source;
    case "process":
      return process;
    case "none":
      return "";
    default:
      return never(part);
  }
}
