import type { ProxyOutbound } from "../../../src/model/outbound.ts";
import type { Leaf } from "../../../src/pac/data.ts";
import { proxyStrings } from "../../../src/pac/proxy-string.ts";
import { oneAccountEach } from "../one-account.ts";

/**
 * The proxies that the PAC may name. Left out, so that they block: an address that cannot be written safely, and the
 * second of two proxies at one address with different accounts, which Chrome would send as the first.
 */
export function leavesOf(proxies: readonly ProxyOutbound[]): readonly Leaf[] {
  return oneAccountEach(proxies).flatMap((proxy) => {
    const strings = proxyStrings(proxy);
    return strings.ok ? [{ tag: proxy.tag, ...strings.value }] : [];
  });
}
