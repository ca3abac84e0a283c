import type { ProxyOutbound, Tag } from "../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import type { UsableProxies } from "../usable-proxies.ts";
import { challengersOf } from "./challengers.ts";

/**
 * The proxies that Chrome can use. It has no accounts for SOCKS proxies, and it keeps the account of an HTTP proxy by the
 * proxy's address: of two accounts at one address, under whatever name, the second would be sent as the first. Such a proxy
 * is refused.
 */
export function accountable(proxies: readonly ProxyOutbound[]): UsableProxies {
  if (proxies.every(({ account }) => account === null)) return { usable: proxies, refused: new Map() };
  const accounts = new Map<string, string>();
  const usable: ProxyOutbound[] = [];
  const refused = new Map<Tag, ProbeErrorCode>();
  for (const proxy of proxies) {
    const why = refusalOf(proxy, accounts);
    if (why === null) usable.push(proxy);
    else refused.set(proxy.tag, why);
  }
  return { usable, refused };
}

function refusalOf(proxy: ProxyOutbound, accounts: Map<string, string>): ProbeErrorCode | null {
  const { protocol, account } = proxy;
  if (protocol === "socks4" || protocol === "socks5") return account ? "account_unsupported" : null;
  const own = JSON.stringify(account);
  const names = challengersOf(proxy);
  const first = names.map((name) => accounts.get(name)).find((known) => known !== undefined) ?? own;
  for (const name of names) accounts.set(name, accounts.get(name) ?? first);
  return first === own ? null : "account_shared";
}
