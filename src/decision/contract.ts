import type { GroupFacts } from "../balancer/facts.ts";
import type { Tag } from "../model/outbound.ts";
import type { Plan, Plans } from "../model/plan.ts";
import type { Ms } from "../model/units.ts";
import type { CompiledList, CompiledRules, RoutedRequest } from "../routing/contract.ts";

/** An outbound as a decision sees it. `leaf` is a proxy; how to reach it is the router's own business. */
export type Node =
  | { readonly kind: "leaf" }
  | { readonly kind: "direct" }
  /** `refused`: it blocks because what is written of it cannot be used. */
  | { readonly kind: "block"; readonly refused?: true }
  | { readonly kind: "group"; readonly members: readonly Tag[] };

/** The slow-changing half of a snapshot: it changes with the configuration only. */
export interface SnapshotBase {
  readonly seed: number;
  /** Every outbound by tag, `direct` and `block` included. */
  readonly nodes: Readonly<Record<Tag, Node>>;
  /** Those that end with the run; left out: there are none. */
  readonly temporary?: CompiledRules;
  readonly rules: CompiledRules;
  /** The lists that rules name, as far as they were ever loaded; left out: there are none. */
  readonly lists?: Readonly<Record<Tag, CompiledList>>;
  /** What serves all requests of private windows; left out: what serves the others. */
  readonly privateWindows?: Tag;
  /** What serves a request that no rule matches. */
  readonly final: Tag;
}

/** Everything a decision rests on, as plain JSON. */
export interface Snapshot {
  readonly base: SnapshotBase;
  readonly plans: Plans;
  /** Rises with every change of `plans`. */
  readonly revision: number;
}

/** A request, as far as both browsers show it: http, https, ws or wss. */
export type Request = RoutedRequest;

/** What a decision adds to the memory; applied by `remember`. */
export type MemoryChange =
  | { readonly kind: "turn"; readonly group: Tag; readonly next: number }
  /** `deaths`: how often the member had died by then. */
  | { readonly kind: "ride"; readonly key: string; readonly member: Tag; readonly deaths: number }
  | {
      readonly kind: "sticky";
      readonly group: Tag;
      readonly key: string;
      readonly member: Tag;
      /** Stored now, so `ttl` counts from here; else only used again. */
      readonly fresh: boolean;
      /** 0: no expiry. */
      readonly ttl: Ms;
    }
  | { readonly kind: "draw"; readonly count: number };

/**
 * The rule that won: its index in the user's order, or one of those that end with the run, or that private windows go a way
 * of their own; null: none did, `final` serves.
 */
export type Won = number | "temporary" | "private" | null;

/** The way a request goes, and why. */
export interface Decision {
  /** A proxy's tag, or `direct`, or `block`. */
  readonly outbound: Tag;
  readonly rule: Won;
  /** Groups passed, the outermost first. */
  readonly via: readonly Tag[];
  /** Why it is blocked, when it is. */
  readonly blocked: "rule" | "refused" | "empty-group" | "unknown-outbound" | "loop" | "list-missing" | null;
  readonly changes: readonly MemoryChange[];
}

/** Why a group gave a connection this member. Members are named by tag. */
export type How =
  /** A selector's pick, or lowest-delay's selection. */
  | { readonly kind: "selected" }
  /** It rides an earlier connection to the same origin (RR4). */
  | { readonly kind: "ride" }
  /** It was its turn: the n-th place, from 0, of so many. */
  | { readonly kind: "turn"; readonly place: number; readonly of: number }
  /** The key hashes to `home`; another serves while `home` is dead. */
  | { readonly kind: "hashed"; readonly key: string; readonly home: Tag }
  /** The key is remembered with `home`; another takes over when `home` is dead. */
  | { readonly kind: "remembered"; readonly key: string; readonly home: Tag }
  /** Drawn among so many; `key` null: nothing is remembered. */
  | { readonly kind: "drawn"; readonly key: string | null; readonly of: number }
  /** The key's slot, from 0; `skipped`: its holder does not work, another slot serves. */
  | { readonly kind: "slot"; readonly key: string; readonly slot: number; readonly skipped: boolean };

/** One group on the way of a request. */
export interface ExplainedStep {
  readonly group: Tag;
  /** What the strategy made of the group; null: the group has no plan. */
  readonly plan: Plan | null;
  /** What the group named; null: nothing, it blocks. */
  readonly member: Tag | null;
  readonly how: How | null;
  /** The numbers behind the plan: delays, limits, tolerances; null: a selector, which goes by a person's pick, or nothing. */
  readonly facts: GroupFacts | null;
}

/** The way a request would go now, as data. */
export interface Explanation {
  readonly outbound: Tag;
  readonly rule: Won;
  readonly blocked: Decision["blocked"];
  readonly steps: readonly ExplainedStep[];
}
