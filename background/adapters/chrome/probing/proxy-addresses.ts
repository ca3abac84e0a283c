import type { ProxyOutbound, Tag } from "../../../../src/model/outbound.ts";
import { canonicalIpv6, isIpv4 } from "../../../../src/routing/ip-literal.ts";

/**
 * Which proxy an answer came by, from the address that Chrome names: that of the proxy really used, without its port (fact
 * C14). Proxies that share an address, or whose address is not known, cannot be told apart this way.
 */
export interface ProxyAddresses {
  use(proxies: readonly ProxyOutbound[]): void;
  /** The answer of a proxy came from this address for sure. */
  learn(tag: Tag, ip: string): void;
  /** `own`: it came by this proxy and no other; `other`: by another one, or directly; null: it cannot be said. */
  judge(tag: Tag, ip: string | null): "own" | "other" | null;
  /** What was learnt, for the run's record. */
  save(): unknown;
  load(saved: unknown): void;
}

/** Names whose addresses a woken background finds again. */
const NAMES = 1_000;

export function createProxyAddresses(): ProxyAddresses {
  let hosts = new Map<Tag, string>();
  /** By host name. */
  const learnt = new Map<string, string>();
  let shared: ReadonlyMap<string, number> | null = null;

  const literal = (host: string): string | null => (isIpv4(host) || host.includes(":") ? plain(host) : null);
  const addressOf = (host: string): string | null => literal(host) ?? learnt.get(host) ?? null;

  /** How many proxies are at each address; "" stands for those whose address is not known. */
  function counts(): ReadonlyMap<string, number> {
    if (shared) return shared;
    const at = new Map<string, number>();
    for (const host of hosts.values()) {
      const address = addressOf(host) ?? "";
      at.set(address, (at.get(address) ?? 0) + 1);
    }
    shared = at;
    return at;
  }

  return {
    use(proxies) {
      hosts = new Map(proxies.map(({ tag, host }) => [tag, host]));
      shared = null;
    },
    learn(tag, ip) {
      const host = hosts.get(tag);
      if (host === undefined || literal(host) !== null || learnt.get(host) === plain(ip)) return;
      learnt.set(host, plain(ip));
      shared = null;
    },
    judge(tag, written) {
      const host = hosts.get(tag);
      if (host === undefined || written === null || written === "") return null;
      const ip = plain(written);
      if (addressOf(host) === ip) return counts().get(ip) === 1 && !counts().has("") ? "own" : null;
      // A name may have other addresses than the one that was learnt.
      return literal(host) === null ? null : "other";
    },
    save: () => [...learnt].slice(-NAMES),
    load(saved) {
      // Our own writing, so its inside is trusted.
      if (Array.isArray(saved)) for (const [host, ip] of saved as [string, string][]) learnt.set(host, ip);
      shared = null;
    },
  };
}

/** An address in one form: an IPv4 address is its own when it is written as IPv6 (`::ffff:7f00:201`). */
function plain(ip: string): string {
  const bare = ip.replace(/^\[|\]$/g, "");
  const canonical = bare.includes(":") ? (canonicalIpv6(bare) ?? bare) : bare;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}
