import type { ProxyProtocol } from "../../src/model/outbound.ts";

/** The names of the protocols, the same in every language. */
export const PROTOCOL_NAMES: Readonly<Record<ProxyProtocol, string>> = {
  http: "HTTP",
  https: "HTTPS",
  socks5: "SOCKS5",
  socks4: "SOCKS4",
};

export const PROTOCOLS: readonly ProxyProtocol[] = ["http", "https", "socks5", "socks4"];
