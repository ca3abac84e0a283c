import type { Tag } from "./outbound.ts";
import type { Ms } from "./units.ts";

/** The `experimental.monitoring` field after defaults (M23). */
export interface MonitoringSettings {
  readonly interval: Ms;
  readonly urls: readonly string[];
  /** "" when unset. */
  readonly ipinfoUrl: string;
  /** Whether IP services are asked for the exits (M3). */
  readonly lookUpExits: boolean;
  readonly verifyIpv6: boolean;
  /** Reached by IPv6 only. */
  readonly ipv6Url: string;
  readonly ipv6Declared: Readonly<Record<Tag, boolean>>;
  readonly workers: number;
  readonly urlTestTimeout: Ms;
  /** Rising; at least one. */
  readonly onDemandTimeouts: readonly Ms[];
  readonly idleTimeout: Ms;
  readonly debounceWindow: Ms;
}

/** What becomes of tabs that still load something through a member that is left: nothing, a stop, or a reload. */
export const TAB_CHOICES = ["leave", "stop", "reload"] as const;
export type TabChoice = (typeof TAB_CHOICES)[number];

/** The `experimental.connections` field after defaults: how far `interrupt_exist_connections` goes in a browser (B11). */
export interface ConnectionSettings {
  readonly tabs: TabChoice;
  /** Downloads are taken up again, or started over, through another member. */
  readonly downloads: boolean;
}

/** One routing rule: matches when any of its hosts does. Hosts are lower-case punycode without a trailing dot. */
export interface Rule {
  readonly domain: readonly string[];
  /** As in sing-box: "example.com" is itself and all below, ".example.com" only what is below. */
  readonly domainSuffix: readonly string[];
  readonly outbound: Tag;
}

export interface Route {
  readonly rules: readonly Rule[];
  /** What serves a request that no rule matches. Null when unset: the first outbound listed. */
  readonly final: Tag | null;
}
