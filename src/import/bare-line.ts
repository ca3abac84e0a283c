import { fail, type Outcome, ok } from "../lib/result.ts";
import type { Account } from "../model/outbound.ts";
import { canonicalHost } from "../routing/host.ts";
import { readUserInfo } from "./account.ts";
import { type Endpoint, isBareIpv6, readEndpoint } from "./endpoint.ts";
import type { SkipReason } from "./skip-reason.ts";

export interface BareProxy extends Endpoint {
  readonly account: Account | null;
  readonly format: "host-port-user-pass" | "user-pass-at-host-port";
}

/**
 * Reads a line without a scheme: `host:port`, `host:port:user:pass` or `user:pass@host:port`. With an "@" that ends in
 * a good `host:port`, it is the last form; else the "@" belongs to a password.
 */
export function readBareLine(line: string): Outcome<BareProxy, SkipReason> {
  const at = line.lastIndexOf("@");
  if (at < 0) return readColons(line);
  const endpoint = readEndpoint(line.slice(at + 1), null);
  if (endpoint.ok)
    return ok({ ...endpoint.value, account: readUserInfo(line.slice(0, at)), format: "user-pass-at-host-port" });
  const colons = readColons(line);
  return colons.ok ? colons : endpoint;
}

/** Everything after the third colon is the password, as it stands: this form has no escapes. */
function readColons(line: string): Outcome<BareProxy, SkipReason> {
  if (isBareIpv6(line)) return fail({ code: "ipv6-without-brackets" });
  const [, address = "", user, password = ""] =
    /^((?:\[[^\]]*\]|[^:[]*)(?::[^:]*)?)(?::([^:]*)(?::(.*))?)?$/s.exec(line) ?? [];
  if (!/[:.]/.test(address) || (!address.includes(":") && canonicalHost(address) === null && !/^[\d.]+$/.test(address)))
    return fail({ code: "not-a-proxy" });
  const endpoint = readEndpoint(address, null);
  if (!endpoint.ok) return endpoint;
  const account = user === undefined ? null : { username: user, password };
  return ok({ ...endpoint.value, account, format: "host-port-user-pass" });
}
