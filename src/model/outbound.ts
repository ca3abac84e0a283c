import type { Ms } from "./units.ts";

/** The name of an outbound, unique in a configuration. */
export type Tag = string;

/** The two outbounds that exist without being listed. */
export const DIRECT: Tag = "direct";
export const BLOCK: Tag = "block";

export type ProxyProtocol = "http" | "https" | "socks4" | "socks5";

/** What a proxy is told to let us in. A secret: it never enters a log, a message or a snapshot. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** A proxy server. `host` is lower-case ASCII (punycode), an IPv6 address without brackets. */
export interface ProxyOutbound {
  readonly kind: "proxy";
  readonly tag: Tag;
  readonly protocol: ProxyProtocol;
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
  readonly account: Account | null;
  readonly enabled: boolean;
  /** socks only: whether the proxy resolves names. Firefox is told (fact F8); in Chrome socks5 always does, socks4 never (fact C21). */
  readonly remoteDns: boolean;
  readonly udp: boolean;
  /** The outbound that this one dials through, by way of a local relay (M9). */
  readonly detour: Tag | null;
  /** More than 0; 1 when unset. */
  readonly weight: number;
  readonly note: string;
}

export interface DirectOutbound {
  readonly kind: "direct";
  readonly tag: Tag;
}

export interface BlockOutbound {
  readonly kind: "block";
  readonly tag: Tag;
  /** It blocks because this version refuses what is written of it. Left out: because that is what it is for. */
  readonly refused?: true;
}

/** A group whose member a person picks. `members` is not empty unless an import emptied it: then it blocks. */
export interface SelectorOutbound {
  readonly kind: "selector";
  readonly tag: Tag;
  readonly members: readonly Tag[];
  /** Null when unset: the first member. */
  readonly default: Tag | null;
}

export const STRATEGIES = ["round-robin", "lowest-delay", "consistent-hashing", "sticky-sessions", "pool"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const STICKY_PARTS = ["process", "domain", "source_ip", "dest_ip", "dest_port", "none"] as const;
export type StickyPart = (typeof STICKY_PARTS)[number];

/** Fields of a balancer after defaults (B1). Null where unset must stay apart from an explicit value. */
export interface BalancerOptions {
  readonly strategy: Strategy;
  /** 1 or more; at least 1. */
  readonly delayAcceptableRatio: number;
  readonly tolerance: Ms | null;
  readonly toleranceRatio: number | null;
  readonly interruptExistConnections: boolean;
  readonly maxRetry: number;
  /** 0: no expiry. */
  readonly ttl: Ms;
  readonly stickyHash: readonly StickyPart[] | null;
  readonly pool: number;
}

/** A group whose member a strategy picks for each connection. */
export interface BalancerOutbound {
  readonly kind: "balancer";
  readonly tag: Tag;
  readonly members: readonly Tag[];
  readonly options: BalancerOptions;
}

export type GroupOutbound = SelectorOutbound | BalancerOutbound;
export type Outbound = ProxyOutbound | DirectOutbound | BlockOutbound | GroupOutbound;
