import { canonicalHost } from "./host.ts";
import type { WrittenOrigin } from "./origin.ts";

/** What is wrong with a typed address. */
export type AddressFault = "empty" | "scheme" | "host" | "port";

export type ReadAddress =
  | { readonly kind: "address"; readonly origin: WrittenOrigin }
  | { readonly kind: "wrong"; readonly why: AddressFault };

const PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["ws", 80],
  ["wss", 443],
]);

/** A scheme that is there is one: "https" is no host with an empty port. */
const ADDRESS =
  /^(?:([a-z][a-z0-9+.-]*):\/\/|(?![a-z][a-z0-9+.-]*:\/\/))(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:[\]]*)(?::([^/?#]*))?(?:[/?#].*)?$/is;
/** An IPv6 address without brackets: nothing else has two colons. */
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*$/i;

/** Longer than scheme, account, host and port: the rest is a path, or nothing. */
const LONG = 2_000;

/**
 * Reads an address as a person types it: a whole one, or a host alone, with or without a port. Without a scheme it is
 * taken as a browser's address bar does: https, and http at port 80.
 */
export function readAddress(text: string): ReadAddress {
  // A browser reads a backslash as a slash.
  const typed = text.trim().slice(0, LONG).replaceAll("\\", "/");
  if (typed === "") return wrong("empty");
  if (BARE_IPV6.test(typed)) return read(undefined, typed, undefined);
  const [whole, scheme, host, port] = ADDRESS.exec(typed) ?? [];
  return whole === undefined ? wrong("host") : read(scheme?.toLowerCase(), host ?? "", port);
}

function read(written: string | undefined, typed: string, portText: string | undefined): ReadAddress {
  const given = portText === undefined || portText === "" ? null : portOf(portText);
  const scheme = written ?? (given === 80 ? "http" : "https");
  const usual = PORTS.get(scheme);
  if (usual === undefined) return wrong("scheme");
  const host = canonicalHost(typed);
  if (host === null) return wrong("host");
  if (given === undefined) return wrong("port");
  return { kind: "address", origin: { scheme, host, port: given ?? usual, dotted: /\.\s*$/.test(typed) } };
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

const wrong = (why: AddressFault): ReadAddress => ({ kind: "wrong", why });
