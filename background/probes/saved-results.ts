import type { Saved } from "../../src/engine/contract.ts";
import { memoOf } from "../../src/lib/memo.ts";
import type { Config } from "../../src/model/config.ts";
import type { KnownExitIp } from "../../src/model/exit-ip.ts";
import type { ProxyOutbound, Tag } from "../../src/model/outbound.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import type { SavedResult } from "../ports/store.ts";

/** What tells a proxy from another of the same tag. Holds no account. */
export function endpointOf({ protocol, host, port }: Pick<ProxyOutbound, "protocol" | "host" | "port">): string {
  return `${protocol}://${host}:${port}`;
}

/**
 * What an earlier run left of the proxies of this configuration, marked as cached (M20): the delay and the exit address
 * with a mark each; a saved failure is no result (B2).
 */
export function savedFor(config: Pick<Config, "outbounds">, saved: readonly SavedResult[]): Saved {
  const results: Record<Tag, TestResult> = {};
  const exits: Record<Tag, KnownExitIp> = {};
  const byTag = new Map(saved.map((one) => [one.tag, one]));
  for (const outbound of config.outbounds) {
    if (outbound.kind !== "proxy") continue;
    const one = byTag.get(outbound.tag);
    if (one?.endpoint !== endpointOf(outbound)) continue;
    if (one.result?.kind === "delay") results[outbound.tag] = { ...one.result, cached: true };
    if (one.exit) exits[outbound.tag] = { ...one.exit, cached: true };
  }
  return { results, exits };
}

/** For each result of a cycle it is asked for again. */
const proxiesIn = memoOf(
  (outbounds: Config["outbounds"]) =>
    new Map(outbounds.flatMap((one) => (one.kind === "proxy" ? [[one.tag, one] as const] : []))),
);

/** What to keep of these proxies, each with the endpoint it belongs to; one that is not in the configuration is not kept. */
export function keepSaved(
  config: Pick<Config, "outbounds"> | null,
  saved: readonly Omit<SavedResult, "endpoint">[],
): SavedResult[] {
  const proxies = config && proxiesIn(config.outbounds);
  return saved.flatMap((one) => {
    const proxy = proxies?.get(one.tag);
    return proxy ? [{ ...one, endpoint: endpointOf(proxy) }] : [];
  });
}
