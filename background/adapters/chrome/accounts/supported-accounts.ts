import type { ProxyOutbound, Tag } from "../../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../../src/model/probe-error.ts";
import type { UsableProxies } from "../../probing/usable-proxies.ts";
import { asksForAccounts, challengersOf } from "./challengers.ts";

/**
 * The proxies that Chrome can use. It has no accounts for SOCKS proxies (fact C27), and it keeps the account of an HTTP proxy
 * by the proxy's address (fact C25): of two accounts at one address, under whatever name, the second would be sent as the
 * first. Such a proxy is refused. So is a proxy without an account at the address of one with an account: it would be sent as
 * that one, and by itself it works only where nobody asks.
 */
export function accountable(proxies: readonly ProxyOutbound[]): UsableProxies {
  if (proxies.every(({ account }) => account === null)) return { usable: proxies, refused: new Map() };
  const accounts = new Map<string, string>();
  for (const proxy of proxies) if (proxy.account) refusalOf(proxy, accounts);
  const usable: ProxyOutbound[] = [];
  const refused = new Map<Tag, ProbeErrorCode>();
  for (const proxy of proxies) {
    const why = refusalOf(proxy, accounts);
    if (why === null) usable.push(proxy);
    else refused.set(proxy.tag, why);
  }
  return { usable, refused };
}

/** @param accounts by challenger, the account that is in use there: this proxy's, where there was none */
function refusalOf(proxy: ProxyOutbound, accounts: Map<string, string>): ProbeErrorCode | null {
  const { account } = proxy;
  if (!asksForAccounts(proxy)) return account ? "account_unsupported" : null;
  const own = JSON.stringify(account);
  const names = challengersOf(proxy);
  const first = names.map((name) => accounts.get(name)).find((known) => known !== undefined) ?? own;
  for (const name of names) accounts.set(name, accounts.get(name) ?? first);
  return first === own ? null : "account_shared";
}
