import { fail, type Outcome, ok } from "../lib/result.ts";
import type { ProxyOutbound, ProxyProtocol } from "../model/outbound.ts";
import { canonicalHost } from "../routing/host.ts";
import { isIpv4 } from "../routing/ip-literal.ts";

const KEYWORD: Record<ProxyProtocol, string> = { http: "PROXY", https: "HTTPS", socks4: "SOCKS", socks5: "SOCKS5" };

/** How a proxy is named in a PAC answer, and a second name for the same address with sockets of its own (fact C17). */
export interface ProxyStrings {
  readonly main: string;
  /** Another identity of the address (a dotted name, an IPv4-mapped address); equal to `main` where there is none. */
  readonly other: string;
}

/**
 * The PAC answer for a proxy, built from validated parts only. Chrome takes *any* answer that it cannot parse as
 * "direct", even with `mandatory` (fact C6), so what is not plainly right is an error and never becomes a string.
 */
export function proxyStrings(
  proxy: Pick<ProxyOutbound, "protocol" | "host" | "port">,
): Outcome<ProxyStrings, "host" | "port"> {
  const { protocol, host, port } = proxy;
  if (!Number.isInteger(port) || port < 1 || port > 65535) return fail("port");
  const names = identities(host);
  if (!names) return fail("host");
  const [main, other] = names.map((name) => `${KEYWORD[protocol]} ${name}:${port}`) as [string, string];
  return ok({ main, other });
}

/**
 * The same address as a SOCKS proxy: three bytes are sent there, no name and never an account, and what comes tells whether
 * anything listens. For a proxy whose own language says only that no connection could be made.
 */
export const knockString = (main: string): string => main.replace(/^[A-Z0-9]+/, KEYWORD.socks5);

/** The host in a proxy string, as it is looked up; null: an address, which needs no looking up. */
export function nameIn(main: string): string | null {
  const host = main.replace(/^[A-Z0-9]+ /, "").replace(/:\d+$/, "");
  return host.startsWith("[") || isIpv4(host) ? null : host;
}

/** Whether the proxy of a string is spoken to by TLS. */
export const isSecure = (main: string): boolean => main.startsWith(`${KEYWORD.https} `);

/**
 * The two names of a host as they stand in a PAC answer; null when it is not exactly the canonical form of a host, which
 * is what a configuration holds.
 */
export function identities(host: string): readonly [string, string] | null {
  if (canonicalHost(host) !== host) return null;
  if (host.includes(":")) return [`[${host}]`, `[${host}]`];
  return isIpv4(host) ? [host, `[::ffff:${host}]`] : [host, `${host}.`];
}

/**
 * Whether a proxy works by its other identity too, for a fresh connection: an IPv6 address has none, and the certificate of
 * an HTTPS proxy does not name an IPv4-mapped address.
 */
export function hasAlias({ protocol, host }: Pick<ProxyOutbound, "protocol" | "host">): boolean {
  const [main, other] = identities(host) ?? [host, host];
  return main !== other && !(protocol === "https" && isIpv4(host));
}

/**
 * Whether Chrome reads a string as the one proxy that it names. Looked at once more by the program itself, before a string
 * becomes an answer: what Chrome cannot read it takes for "direct".
 */
export function isProxyString(text: string): boolean {
  const [, host = "", port = "0"] = /^(?:PROXY|HTTPS|SOCKS5?) ([\w.:[\]-]+):(\d{1,5})$/.exec(text) ?? [];
  const isBracketed = /^\[.*\]$/.test(host);
  return (
    canonicalHost(host) !== null && isBracketed === host.includes(":") && Number(port) >= 1 && Number(port) <= 65_535
  );
}
