import type { ProxyOutbound } from "../../../src/model/outbound.ts";
import type { Leaf } from "../../../src/pac/data.ts";
import { proxyStrings } from "../../../src/pac/proxy-string.ts";

/**
 * The proxies that the PAC may name. Left out, so that they block: an address that cannot be written safely, and the
 * second of two proxies at one address with different accounts, which Chrome would send as the first.
 */
export function leavesOf(proxies: readonly ProxyOutbound[]): readonly Leaf[] {
  const accounts = new Map<string, string>();
  return proxies.flatMap((proxy) => {
    const strings = proxyStrings(proxy);
    if (!strings.ok) return [];
    const account = JSON.stringify(proxy.account);
    const address = `${proxy.host}:${proxy.port}`;
    if ((accounts.get(address) ?? account) !== account) return [];
    accounts.set(address, account);
    return [{ tag: proxy.tag, ...strings.value }];
  });
}
