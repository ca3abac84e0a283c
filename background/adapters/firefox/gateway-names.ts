import { hash32 } from "../../../src/lib/hash.ts";
import type { ProxyOutbound, Tag } from "../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import { isIpv4 } from "../../../src/routing/ip-literal.ts";
import type { UsableProxies } from "../probing/usable-proxies.ts";

/**
 * Firefox keeps the account of an HTTP proxy by the proxy's host and port, letter by letter, until Firefox exits: another
 * account at the same address would go out as the first (fact F18). So each account that an address was seen with in this
 * run gets a spelling of the host of its own. When an address has no spelling left, its further accounts are refused.
 */
export interface GatewayNames {
  /** The proxies as Firefox is to be told of them. */
  use(proxies: readonly ProxyOutbound[]): UsableProxies;
  /** The accounts seen, hashed: what Firefox keeps of them outlives the extension's own runs. */
  save(): unknown;
  load(saved: unknown): void;
  /** The browser has just been started: it keeps no account but those that were used since. */
  begin(): void;
}

export function createGatewayNames(): GatewayNames {
  /** By address, the hashes of its accounts, each at the place of its spelling; null: that is free. */
  let seen = new Map<string, (number | null)[]>();
  const used = new Set<string>();

  function spelled(proxy: ProxyOutbound): string | null {
    const address = `${proxy.host}:${proxy.port}`;
    const accounts = seen.get(address) ?? [];
    seen.set(address, accounts);
    const own = hash32(JSON.stringify(proxy.account));
    const place = [accounts.indexOf(own), accounts.indexOf(null), accounts.length].find((at) => at >= 0) ?? 0;
    const host = spelling(proxy.host, place);
    if (host === null) return null;
    accounts[place] = own;
    used.add(`${address} ${own}`);
    return host;
  }

  return {
    use(proxies) {
      const usable: ProxyOutbound[] = [];
      const refused = new Map<Tag, ProbeErrorCode>();
      for (const proxy of proxies) {
        // The other kinds are told their account with each request, on connections of their own.
        const host = proxy.protocol === "http" ? spelled(proxy) : proxy.host;
        if (host === null) refused.set(proxy.tag, "account_shared");
        else usable.push({ ...proxy, host });
      }
      return { usable, refused };
    },
    save: () => [...seen],
    load(saved) {
      // Our own writing, so its inside is trusted.
      if (Array.isArray(saved)) seen = new Map(saved as [string, (number | null)[]][]);
    },
    begin() {
      for (const [address, accounts] of seen) {
        const left = accounts.map((own) => (used.has(`${address} ${own}`) ? own : null));
        if (left.every((own) => own === null)) seen.delete(address);
        else seen.set(address, left);
      }
    },
  };
}

const IPV4_SPELLINGS = 3 ** 4;

/**
 * The n-th spelling of a host, all of them one address: a name by the case of its letters, an IPv4 address by writing its
 * parts in hexadecimal. The first is the host itself; null: there are not so many.
 */
export function spelling(host: string, n: number): string | null {
  if (n === 0) return host;
  if (isIpv4(host)) return n < IPV4_SPELLINGS ? spelledIpv4(host, n) : null;
  if (host.includes(":")) return null;
  let rest = n;
  const spelled = host.replace(/[a-z]/g, (letter) => {
    const upper = rest % 2 === 1;
    rest = Math.floor(rest / 2);
    return upper ? letter.toUpperCase() : letter;
  });
  return rest === 0 ? spelled : null;
}

function spelledIpv4(host: string, n: number): string {
  const parts = host.split(".").map((part, place) => {
    const how = Math.floor(n / 3 ** place) % 3;
    return how === 0 ? part : `${how === 1 ? "0x" : "0X"}${Number(part).toString(16)}`;
  });
  return parts.join(".");
}
