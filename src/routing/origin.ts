/** Where a request goes, as both browsers show it. */
export interface Origin {
  /** http, https, ws or wss. */
  readonly scheme: string;
  /** Lower case, without brackets and without a trailing dot. */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["ws", 80],
  ["wss", 443],
]);

const ADDRESS = /^([a-z]+):\/\/(?:[^/?#]*@)?(\[[0-9a-f:.]+\]|[^/?#:@[\]]+)(?::(\d*))?(?=[/?#]|$)/i;

/** An origin as it was written. */
export interface WrittenOrigin extends Origin {
  /** A dot stood at the end of its name. */
  readonly dotted: boolean;
}

/** Reads the origin of an address without `URL`, which a PAC program does not have. Null: no web address. */
export function parseOrigin(url: string): Origin | null {
  const read = readOrigin(url);
  return read && { scheme: read.scheme, host: read.host, port: read.port };
}

/** The same, for who must know how it was written. */
export function readOrigin(url: string): WrittenOrigin | null {
  const found = ADDRESS.exec(url);
  if (found === null) return null;
  // By their places: an interpreter takes longer to spread out three texts than to find them.
  const scheme = (found[1] ?? "").toLowerCase();
  const authority = (found[2] ?? "").toLowerCase();
  const written = found[3] ?? "";
  const usual = DEFAULT_PORTS.get(scheme);
  const port = written === "" ? usual : Number(written);
  const dotted = authority.endsWith(".");
  const host = authority.startsWith("[") || dotted ? bareHost(authority) : authority;
  if (usual === undefined || port === undefined || host === "" || port > 65_535) return null;
  return { scheme, host, port, dotted };
}

const bareHost = (authority: string): string => authority.replace(/^\[|\]$/g, "").replace(/\.$/, "");
