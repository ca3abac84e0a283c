import type { Tag } from "./outbound.ts";
import type { RuleList } from "./rule-list.ts";
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

/** Ready-made conditions that a rule names in `rule_set`. */
export const RULE_SETS = ["simple-names", "private-networks"] as const;
export type RuleSetName = (typeof RULE_SETS)[number];

/** What a rule's `protocol` may be: the scheme of an address. */
export const PROTOCOLS = ["http", "https", "ws", "wss"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/**
 * One routing rule. As in sing-box, it matches when one of its hosts does (names, networks, ready-made sets; a rule without
 * any takes every host) and its port, its protocol and its container do; `invert` turns the whole around. What a rule does
 * not say is left out: 100,000 rules are kept as JSON.
 */
export interface Rule {
  /** Lower-case punycode without a trailing dot, or an address. */
  readonly domain: readonly string[];
  /** As in sing-box: "example.com" is itself and all below, ".example.com" only what is below. */
  readonly domainSuffix: readonly string[];
  /** Lower-case ASCII. */
  readonly domainKeyword?: readonly string[];
  /** In RE2's syntax, as Go has it. */
  readonly domainRegex?: readonly string[];
  /** Networks by their first address: "10.0.0.0/8". */
  readonly ipCidr?: readonly string[];
  readonly ruleSet?: readonly RuleSetName[];
  /** Tags of lists. */
  readonly lists?: readonly Tag[];
  readonly port?: readonly number[];
  readonly protocol?: readonly Protocol[];
  /** Firefox's cookieStoreId. A browser without containers never matches such a rule. */
  readonly container?: readonly string[];
  readonly invert?: boolean;
  readonly outbound: Tag;
}

/** @typeParam R the rules as they were written, or what was made of them */
export interface Route<R = readonly Rule[]> {
  readonly rules: R;
  readonly lists: readonly RuleList[];
  /** What serves all requests of private windows, in a browser that tells them apart (Firefox). Left out: as all others. */
  readonly privateWindows?: Tag;
  /** What serves a request that no rule matches. Null when unset: the first outbound listed. */
  readonly final: Tag | null;
}
