import type { LabProxy } from "./proxy/proxy.ts";

/** A Switchyard configuration as a person would write it. */
export interface LabConfig {
  readonly outbounds: readonly Readonly<Record<string, unknown>>[];
  readonly route: {
    readonly rules: readonly Readonly<Record<string, unknown>>[];
    readonly rule_set?: readonly Readonly<Record<string, unknown>>[];
    readonly final: string;
  };
  readonly experimental: { readonly monitoring: Readonly<Record<string, unknown>> };
}

export interface ConfigOptions {
  /** Names of the proxies to list; all when unset. */
  readonly only?: readonly string[];
  /** More groups, after `fastest`, `balance` and `select`. */
  readonly groups?: readonly Readonly<Record<string, unknown>>[];
  readonly rules?: LabConfig["route"]["rules"];
  readonly lists?: LabConfig["route"]["rule_set"];
  readonly final?: string;
  readonly monitoring?: Readonly<Record<string, unknown>>;
  /** What `select` stands on: `balance` when unset. */
  readonly selected?: string;
}

/** Lists the lab's proxies, with `fastest` (lowest-delay) and `balance` (round-robin) over them and `select` to choose. */
export function labConfig(proxies: readonly LabProxy[], options: ConfigOptions = {}): LabConfig {
  const listed = options.only ? proxies.filter((proxy) => options.only?.includes(proxy.name)) : proxies;
  const tags = listed.map((proxy) => proxy.name);
  return {
    outbounds: [
      ...listed.map(outbound),
      { type: "balancer", tag: "fastest", outbounds: tags, strategy: "lowest-delay" },
      { type: "balancer", tag: "balance", outbounds: tags, strategy: "round-robin" },
      {
        type: "selector",
        tag: "select",
        outbounds: ["balance", "fastest", ...tags],
        default: options.selected ?? "balance",
      },
      ...(options.groups ?? []),
    ],
    route: {
      rules: options.rules ?? [],
      ...(options.lists ? { rule_set: options.lists } : {}),
      final: options.final ?? "select",
    },
    experimental: { monitoring: options.monitoring ?? {} },
  };
}

function outbound(proxy: LabProxy): Readonly<Record<string, unknown>> {
  const { account } = proxy.behaviour();
  const login = account ? { username: account.username, password: account.password } : {};
  const where = { tag: proxy.name, server: proxy.address, server_port: proxy.port, ...login };
  switch (proxy.kind) {
    case "http":
      return { type: "http", ...where };
    case "https":
      return { type: "http", ...where, tls: { enabled: true } };
    case "socks4":
      return { type: "socks", ...where, version: "4a" };
    case "socks5":
      return { type: "socks", ...where, version: "5" };
  }
}
