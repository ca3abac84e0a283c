import type { ProxyOutbound } from "../../../../src/model/outbound.ts";
import type { Leaf } from "../../../../src/pac/data.ts";
import { proxyStrings } from "../../../../src/pac/proxy-string.ts";

/** The proxies that the PAC may name. Left out, so that it blocks: an address that cannot be written safely. */
export function leavesOf(proxies: readonly ProxyOutbound[]): readonly Leaf[] {
  return proxies.flatMap((proxy) => {
    const strings = proxyStrings(proxy);
    return strings.ok ? [{ tag: proxy.tag, ...strings.value }] : [];
  });
}
