import type { GroupFacts } from "../balancer/facts.ts";
import type { Troubles } from "../config/trouble.ts";
import type { How, Won } from "../decision/contract.ts";
import type { ExitIp } from "../model/exit-ip.ts";
import type { ProxyProtocol, Strategy, Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import type { TemporaryRule } from "../model/temporary-rule.ts";
import type { Left } from "../rule-lists/parsed-list.ts";
import type { ListTrouble } from "../rule-lists/trouble.ts";
import type { Unrouted, WhyUnrouted } from "./unrouted.ts";

export type { ConfigProblem } from "../config/problem.ts";
export type { Trouble, TroubleEffect } from "../config/trouble.ts";

/**
 * What a person chose for all requests. `balanced`: the rules and groups decide. `direct`: everything leaves directly, by
 * the extension's own setting, and proxies go on being tested. `system`: the extension is off, the browser's own settings
 * are in force.
 */
export const MODES = ["balanced", "direct", "system"] as const;
export type Mode = (typeof MODES)[number];

/** Whether the browser really routes by us. Everything but `ours` and `off` is a warning in the popup. */
export type Control =
  | { readonly kind: "off" }
  | { readonly kind: "ours" }
  /**
   * Requests go by us, but nothing of ours stands behind us: while the extension starts again they could go another way
   * (Firefox). It lacks the access to private windows, or another extension or a policy owns the proxy setting.
   */
  | { readonly kind: "exposed"; readonly by: "permission" | "extension" | "policy" }
  /** Requests go another way: another extension or a policy owns the proxy setting, or answers after us. */
  | { readonly kind: "taken"; readonly by: "extension" | "policy" }
  /**
   * The person took away the access to all sites. Requests then go directly, or are blocked (Firefox), or go on as before
   * while no proxy can be tested and none can be told its account (Chrome).
   */
  | { readonly kind: "no-access"; readonly requests: "direct" | "blocked" | "unwatched" }
  /** Everything is blocked, for this reason. */
  | { readonly kind: "blocked"; readonly why: "no-config" | "bad-config" | "storage" | "router" };

/** Whether requests go by the groups now. */
export const routesByUs = (control: Control): boolean =>
  control.kind === "ours" ||
  control.kind === "exposed" ||
  (control.kind === "no-access" && control.requests === "unwatched");

/** What the popup shows in place of a delay. */
export type Shown =
  /** `estimated`: the browser gave no fresh connection to measure (M27). */
  | { readonly kind: "delay"; readonly delay: number; readonly estimated?: true }
  /** A delay of an earlier run: never shown as a number (LD6), only as "not tested yet". */
  | { readonly kind: "cached" }
  | { readonly kind: "testing" }
  /** No answer at the first mark; an answer may still come. */
  | { readonly kind: "unavailable" }
  | { readonly kind: "failed"; readonly error: ProbeError }
  | { readonly kind: "untested" };

/** A proxy as the popup shows it. Never holds an account. */
export interface MemberView {
  readonly tag: Tag;
  readonly protocol: ProxyProtocol;
  readonly enabled: boolean;
  readonly shown: Shown;
  /** A test of it runs now. */
  readonly testing: boolean;
  readonly exit: ExitIp | null;
  /** The exit is of an earlier run and not confirmed in this one (M20). */
  readonly exitCached: boolean;
  /** Whether it carries IPv6, declared or learnt in this run (M24); null: not known. */
  readonly ipv6: boolean | null;
  /** When the last result came, ms since the epoch; null: never. */
  readonly testedAt: number | null;
}

/**
 * What an outbound does that is neither a proxy nor a group. `refused`: it may be written as one of those, but cannot be
 * used as it is written, and blocks.
 */
export type Plain = "direct" | "block" | "refused";

export interface GroupView {
  readonly tag: Tag;
  readonly type: "selector" | Strategy;
  readonly members: readonly Tag[];
  /** The member a person picked, or the strategy uses, or a round-robin group is shown as. Null: the group is empty. */
  readonly selected: Tag | null;
  /** Members that take new connections now. */
  readonly using: readonly Tag[];
  /** Its result (M2), shown as a member's. */
  readonly shown: Shown;
}

/** `missing`: its outbound is not in the configuration any more, and it blocks. */
export interface TemporaryRuleView extends TemporaryRule {
  readonly missing: boolean;
}

/** A list that rules name. Its address may hold a secret and is not told. */
export interface RuleListView {
  readonly tag: Tag;
  /** How many entries it has; null: it was never loaded, and requests that reach its rules are blocked. */
  readonly taken: number | null;
  /** How many of its parts were left out, and why. */
  readonly left: Left;
  /** When it was loaded last, ms since the epoch; null: never. */
  readonly updatedAt: number | null;
  readonly triedAt: number | null;
  /** Why the last update failed; null: it did not. */
  readonly trouble: ListTrouble | null;
  readonly updating: boolean;
}

/**
 * Whether WebRTC is kept from sending past the proxies. `open`: it is not, and need not be. `closed`: it is. Else it should
 * be and is not: the permission was not given or taken away, another extension or a policy decides, or the browser cannot.
 */
export type WebRtcState = "open" | "closed" | "no-permission" | "extension" | "policy" | "unsupported";

/** `chosen`: what the person chose, which is in force in the mode "balanced". */
export interface WebRtcView {
  readonly chosen: boolean;
  readonly state: WebRtcState;
}

/** The whole state of the popup. Plain JSON, no secrets. */
export interface View {
  /** Rises with every change within a run. */
  readonly revision: number;
  readonly mode: Mode;
  readonly control: Control;
  readonly unrouted: Unrouted;
  /** The outbound that serves what no rule names; null: no configuration. */
  readonly final: Tag | null;
  readonly groups: readonly GroupView[];
  readonly members: readonly MemberView[];
  /** What is neither a proxy nor a group, by tag: `direct`, `block`, and outbounds of these types with names of their own. */
  readonly plain: Readonly<Record<Tag, Plain>>;
  /** Rules that end with the run, in the order in which they are tried. */
  readonly temporary: readonly TemporaryRuleView[];
  /** In the order of the configuration. */
  readonly lists: readonly RuleListView[];
  readonly webRtc: WebRtcView;
  /** What of the configuration is not in force as it is written. */
  readonly troubles: Troubles;
  /** Progress of the tests a person asked for; null: none run. */
  readonly asked: { readonly done: number; readonly total: number } | null;
  readonly offline: boolean;
}

/** Why a group on the way of a request names this member: data, the words are the popup's. */
export interface WhyStep {
  readonly group: Tag;
  readonly member: Tag | null;
  /** Null: a request went this way, and how it came to that is not known any more. */
  readonly how: How | null;
  /** Null: a selector. */
  readonly facts: GroupFacts | null;
}

/** Who serves a tab: the way its address goes. */
export interface TabView {
  readonly host: string;
  /** The proxy, `direct` or `block`; null: it is not routed by us: see `unrouted`, an internal page, or off. */
  readonly outbound: Tag | null;
  /** Why the browser sends it past us; null: it does not. */
  readonly unrouted: WhyUnrouted | null;
  /** Groups passed, the outermost first. */
  readonly via: readonly Tag[];
  /** What a rule that ends with the run would be for; null: there can be none. */
  readonly site: Pick<TemporaryRule, "host" | "below"> | null;
  /** The rule that won, counted from 0. */
  readonly rule: Won;
  /** The list that was never loaded, so that its rule blocks; null: none. */
  readonly missingList: Tag | null;
  /** Whether a request really went that way, or it is what the next one would do. */
  readonly seen: boolean;
  /** Why each group passed names its member now, in the order of `via`. */
  readonly why: readonly WhyStep[];
}
