import type { ProxyOutbound } from "../../../src/model/outbound.ts";

/**
 * What `proxy.onRequest` may answer with. The polyfill's types do not check the listener's answer, so this is our own.
 * An answer that is not exactly of this shape sends the request directly (fact F1), so answers are built only here.
 */
export interface ProxyInfo {
  readonly type: "http" | "https" | "socks" | "socks4";
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly proxyDNS?: true;
  readonly proxyAuthorizationHeader?: string;
  /** Connections with different keys are never shared; it comes back in every later event of the request. */
  readonly connectionIsolationKey?: string;
}

/** A list ends in null, so that a member that cannot be reached never falls over to the browser's own settings (fact F5). */
export type ProxyAnswer = readonly [ProxyInfo, null];

/** A port of this machine where nothing listens: the request is refused and nothing goes out (fact F10). */
export const BLOCKED: ProxyAnswer = [{ type: "http", host: "127.0.0.1", port: 9 }, null];

const TYPES = { http: "http", https: "https", socks4: "socks4", socks5: "socks" } as const;

/**
 * @param key the member's name tag on the connection
 * @returns what to answer for a proxy; `BLOCKED` for anything that Firefox would not take as it is meant
 */
export function proxyAnswer(proxy: ProxyOutbound, key: string): ProxyAnswer {
  const { protocol, host, port, account, remoteDns } = proxy;
  if (!/^[a-z0-9._:-]+$/i.test(host) || !Number.isInteger(port) || port < 1 || port > 65_535) return BLOCKED;
  const socks = protocol === "socks4" || protocol === "socks5";
  return [
    {
      type: TYPES[protocol],
      host,
      port,
      connectionIsolationKey: key,
      // Only for socks (fact F8): with another type the whole answer is invalid, and the request goes directly (fact F1).
      ...(socks && remoteDns ? { proxyDNS: true as const } : {}),
      ...(socks && account ? { username: account.username } : {}),
      ...(protocol === "socks5" && account ? { password: account.password } : {}),
      // Firefox sends it for this type alone (fact F9).
      ...(protocol === "https" && account
        ? { proxyAuthorizationHeader: basic(account.username, account.password) }
        : {}),
    },
    null,
  ];
}

/** RFC 7617, in UTF-8. */
function basic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
