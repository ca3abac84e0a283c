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

/** Reads the origin of an address without `URL`, which a PAC program does not have. Null: no web address. */
export function parseOrigin(url: string): Origin | null {
  const [, scheme = "", authority = "", written = ""] = ADDRESS.exec(url) ?? [];
  const usual = DEFAULT_PORTS.get(scheme.toLowerCase());
  const host = authority
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  const port = written === "" ? usual : Number(written);
  if (usual === undefined || port === undefined || host === "" || port > 65_535) return null;
  return { scheme: scheme.toLowerCase(), host, port };
}
