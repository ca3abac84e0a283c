import type { Config } from "../model/config.ts";
import type { BalancerOptions, Outbound, ProxyOutbound } from "../model/outbound.ts";
import type { RuleList } from "../model/rule-list.ts";
import type { ConnectionSettings, MonitoringSettings, Rule } from "../model/settings.ts";
import { writeDuration } from "./duration.ts";
import { CONNECTION_DEFAULTS } from "./read-connections.ts";
import { MONITORING_DEFAULTS } from "./read-monitoring.ts";

type Json = Readonly<Record<string, unknown>>;

/** Writes a configuration as JSON that `parseConfig` reads as the very same. Values that are the default are left out. */
export function writeConfig({ outbounds, route, monitoring, connections }: Config): string {
  const experimental = {
    ...unless("monitoring", writeMonitoring(monitoring), {}),
    ...unless("connections", writeConnections(connections), {}),
  };
  return JSON.stringify(
    {
      outbounds: outbounds.map(writeOutbound),
      route: {
        rules: route.rules.map(writeRule),
        ...unless("rule_set", route.lists.map(writeList), []),
        ...unless("private_windows", route.privateWindows, undefined),
        ...(route.final === null ? {} : { final: route.final }),
      },
      ...unless("experimental", experimental, {}),
    },
    null,
    2,
  );
}

function writeOutbound(outbound: Outbound): Json {
  switch (outbound.kind) {
    case "proxy":
      return writeProxy(outbound);
    case "direct":
    case "block":
      return { type: outbound.kind, tag: outbound.tag };
    case "selector": {
      const { tag, members } = outbound;
      return { type: "selector", tag, outbounds: members, ...unless("default", outbound.default, null) };
    }
    case "balancer":
      return { type: "balancer", tag: outbound.tag, outbounds: outbound.members, ...writeOptions(outbound.options) };
  }
}

function writeProxy({ tag, protocol, host, port, account, ...rest }: ProxyOutbound): Json {
  const socks = protocol === "socks4" || protocol === "socks5";
  return {
    type: socks ? "socks" : "http",
    tag,
    server: host,
    server_port: port,
    ...(socks ? { version: protocol.slice("socks".length) } : {}),
    ...(protocol === "https" ? { tls: { enabled: true } } : {}),
    ...(account ?? {}),
    ...unless("enabled", rest.enabled, true),
    ...unless("remote_dns", rest.remoteDns, true),
    ...unless("udp", rest.udp, protocol === "socks5"),
    ...unless("detour", rest.detour, null),
    ...unless("weight", rest.weight, 1),
    ...unless("note", rest.note, ""),
  };
}

function writeOptions(options: BalancerOptions): Json {
  return {
    strategy: options.strategy,
    ...unless("delay_acceptable_ratio", options.delayAcceptableRatio, 2),
    ...unless("tolerance", options.tolerance, null),
    ...unless("tolerance_ratio", options.toleranceRatio, null),
    ...unless("interrupt_exist_connections", options.interruptExistConnections, false),
    ...unless("max_retry", options.maxRetry, 0),
    ...(options.ttl > 0 ? { ttl: writeDuration(options.ttl) } : {}),
    ...unless("sticky_hash", options.stickyHash, null),
    ...unless("pool", options.pool, 3),
  };
}

export function writeRule({ domain, domainSuffix, outbound, ...rest }: Rule): Json {
  return {
    ...unless("domain", domain, []),
    ...unless("domain_suffix", domainSuffix, []),
    ...unless("domain_keyword", rest.domainKeyword, undefined),
    ...unless("domain_regex", rest.domainRegex, undefined),
    ...unless("ip_cidr", rest.ipCidr, undefined),
    ...unless("rule_set", [...(rest.ruleSet ?? []), ...(rest.lists ?? [])], []),
    ...unless("port", rest.port, undefined),
    ...unless("protocol", rest.protocol, undefined),
    ...unless("container", rest.container, undefined),
    ...unless("invert", rest.invert, undefined),
    outbound,
  };
}

function writeList({ tag, url, format, updateInterval, detour }: RuleList): Json {
  return {
    type: "remote",
    tag,
    url,
    format,
    update_interval: writeDuration(updateInterval),
    ...unless("download_detour", detour, null),
  };
}

function writeMonitoring(settings: MonitoringSettings): Json {
  const unset = MONITORING_DEFAULTS;
  const duration = (name: string, key: "interval" | "urlTestTimeout" | "idleTimeout" | "debounceWindow"): Json =>
    settings[key] === unset[key] ? {} : { [name]: writeDuration(settings[key]) };
  const marks = settings.onDemandTimeouts.map(writeDuration);
  return {
    ...duration("interval", "interval"),
    ...unless("urls", settings.urls, unset.urls),
    ...unless("ipinfo_url", settings.ipinfoUrl, ""),
    ...unless("look_up_exits", settings.lookUpExits, true),
    ...unless("verify_ipv6", settings.verifyIpv6, false),
    ...unless("ipv6_url", settings.ipv6Url, unset.ipv6Url),
    ...unless("ipv6_declared", settings.ipv6Declared, {}),
    ...unless("workers", settings.workers, unset.workers),
    ...duration("url_test_timeout", "urlTestTimeout"),
    ...unless("on_demand_timeouts", marks, unset.onDemandTimeouts.map(writeDuration)),
    ...duration("idle_timeout", "idleTimeout"),
    ...duration("debounce_window", "debounceWindow"),
  };
}

function writeConnections({ tabs, downloads }: ConnectionSettings): Json {
  const unset = CONNECTION_DEFAULTS;
  return { ...unless("tabs", tabs, unset.tabs), ...unless("downloads", downloads, unset.downloads) };
}

function unless(name: string, value: unknown, unset: unknown): Json {
  return JSON.stringify(value) === JSON.stringify(unset) ? {} : { [name]: value };
}
