import type { ProxyOutbound } from "../../src/model/outbound.ts";

/**
 * The proxies without those that share the address of an earlier one but have another account: both browsers keep the
 * account of an HTTP proxy by its address, and would send the second as the first. Left out, it blocks.
 */
export function oneAccountEach(proxies: readonly ProxyOutbound[]): readonly ProxyOutbound[] {
  const accounts = new Map<string, string>();
  return proxies.filter(({ host, port, account }) => {
    const address = `${host}:${port}`;
    const own = JSON.stringify(account);
    const first = accounts.get(address) ?? own;
    accounts.set(address, first);
    return first === own;
  });
}
