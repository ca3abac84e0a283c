import { fail, type Outcome, ok } from "../lib/result.ts";
import type { ProxyOutbound, ProxyProtocol } from "../model/outbound.ts";

const KEYWORD: Record<ProxyProtocol, string> = { http: "PROXY", https: "HTTPS", socks4: "SOCKS", socks5: "SOCKS5" };
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** How a proxy is named in a PAC answer, and a second name for the same address with sockets of its own. */
export interface ProxyStrings {
  readonly main: string;
  /** Another identity of the address (a dotted name, an IPv4-mapped address); equal to `main` where there is none. */
  readonly other: string;
}

/**
 * The PAC answer for a proxy, built from validated parts only. Chrome takes *any* answer that it cannot parse as
 * "direct", even with `mandatory`, so what is not plainly right is an error and never becomes a string.
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

/** The two names of a host as they stand in a PAC answer; null when it is not a valid canonical host. */
export function identities(host: string): readonly [string, string] | null {
  if (host.includes(":")) return /^[0-9a-f:.]{2,45}$/.test(host) ? [`[${host}]`, `[${host}]`] : null;
  if (/^[0-9.]+$/.test(host)) return isIpv4(host) ? [host, `[::ffff:${host}]`] : null;
  if (host.length > 253 || !host.split(".").every((label) => LABEL.test(label))) return null;
  return [host, `${host}.`];
}

function isIpv4(host: string): boolean {
  const parts = host.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}
