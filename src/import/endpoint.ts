import { fail, type Outcome, ok } from "../lib/result.ts";
import { canonicalHost } from "../routing/host.ts";
import { canonicalIpv6, isIpv4 } from "../routing/ip-literal.ts";
import { percentDecode } from "./percent.ts";
import type { SkipReason } from "./skip-reason.ts";

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

const PARTS = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s;

/**
 * Reads `host:port`, an IPv6 address in brackets.
 *
 * @param usualPort what a missing port means; null: a port must be written
 */
export function readEndpoint(text: string, usualPort: number | null): Outcome<Endpoint, SkipReason> {
  if (isBareIpv6(text)) return fail({ code: "ipv6-without-brackets" });
  const parts = PARTS.exec(text);
  if (!parts) return fail({ code: "not-an-ipv6-address" });
  const [, written = "", digits = ""] = parts;
  const host = readHost(written);
  if (!host.ok) return host;
  const port = digits === "" && usualPort !== null ? ok(usualPort) : readPort(digits);
  return port.ok ? ok({ host: host.value, port: port.value }) : port;
}

/** Whether a text is an IPv6 address, perhaps with a port behind it: nobody can say which. */
export function isBareIpv6(text: string): boolean {
  return (
    text.includes(":") && (canonicalIpv6(text) !== null || canonicalIpv6(text.slice(0, text.lastIndexOf(":"))) !== null)
  );
}

function readHost(written: string): Outcome<string, SkipReason> {
  if (written.startsWith("[")) {
    if (written.includes("%")) return fail({ code: "ipv6-zone" });
    const address = canonicalIpv6(written.slice(1, -1));
    return address === null ? fail({ code: "not-an-ipv6-address" }) : ok(address);
  }
  const name = percentDecode(written);
  if (/^\d[\d.]*$/.test(name) && !isIpv4(name)) return fail({ code: "not-an-ipv4-address" });
  const host = name.includes(":") ? null : canonicalHost(name);
  return host === null ? fail({ code: "not-a-host" }) : ok(host);
}

function readPort(digits: string): Outcome<number, SkipReason> {
  if (digits === "") return fail({ code: "no-port" });
  if (!/^\d+$/.test(digits)) return fail({ code: "port-not-a-number" });
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? ok(port) : fail({ code: "port-out-of-range" });
}
