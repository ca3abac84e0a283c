import type { ProxyProtocol } from "../model/outbound.ts";

/** What a scheme means for a browser. */
export interface Scheme {
  readonly protocol: ProxyProtocol;
  /** What is meant when a URI names no port. */
  readonly usualPort: number;
  /** Whether the proxy resolves names. curl's socks5 would not; here the safe side is the default. */
  readonly remoteDns: boolean;
}

const socks = (protocol: ProxyProtocol, remoteDns: boolean): Scheme => ({ protocol, usualPort: 1080, remoteDns });

/** Schemes as people write them, in lower case. `socks` alone is SOCKS5, as in v2rayN's links. */
export const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ["http", { protocol: "http", usualPort: 80, remoteDns: true }],
  ["https", { protocol: "https", usualPort: 443, remoteDns: true }],
  ["socks", socks("socks5", true)],
  ["socks4", socks("socks4", false)],
  ["socks4a", socks("socks4", true)],
  ["socks5", socks("socks5", true)],
  ["socks5h", socks("socks5", true)],
]);

/** Schemes of proxies that no browser speaks. */
export const FOREIGN_SCHEMES = [
  "ss",
  "ssr",
  "vmess",
  "vless",
  "trojan",
  "hysteria",
  "hysteria2",
  "hy2",
  "tuic",
  "wireguard",
  "wg",
  "warp",
  "ssh",
  "anytls",
  "naive+https",
  "naive+quic",
  "snell",
  "juicity",
  "mieru",
  "brook",
  "quic",
] as const;
export type ForeignScheme = (typeof FOREIGN_SCHEMES)[number];
