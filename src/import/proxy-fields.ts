import type { Tag } from "../model/outbound.ts";
import type { ParsedProxy } from "./parsed-proxy.ts";

/** A proxy as an outbound of the configuration's JSON. Values that are the default are left out. */
export function proxyFields(tag: Tag, { protocol, host, port, account, remoteDns }: ParsedProxy) {
  const socks = protocol === "socks4" || protocol === "socks5";
  return {
    type: socks ? "socks" : "http",
    tag,
    server: host,
    server_port: port,
    ...(socks ? { version: protocol.slice("socks".length) } : {}),
    ...(protocol === "https" ? { tls: { enabled: true } } : {}),
    ...account,
    ...(socks && !remoteDns ? { remote_dns: false } : {}),
  };
}
