import type { Tag } from "../model/outbound.ts";
import type { Plans } from "../model/plan.ts";
import type { CompiledRules } from "../routing/contract.ts";

/** An outbound as a decision sees it. `leaf` is a proxy; how to reach it is the router's own business. */
export type Node =
  | { readonly kind: "leaf" }
  | { readonly kind: "direct" }
  | { readonly kind: "block" }
  | { readonly kind: "group"; readonly members: readonly Tag[] };

/** The slow-changing half of a snapshot: it changes with the configuration only. */
export interface SnapshotBase {
  readonly seed: number;
  /** Every outbound by tag, `direct` and `block` included. */
  readonly nodes: Readonly<Record<Tag, Node>>;
  readonly rules: CompiledRules;
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

/** A request, as far as both browsers show it. */
export interface Request {
  /** http, https, ws, wss. */
  readonly scheme: string;
  /** Lower-case punycode without a trailing dot; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Firefox's cookieStoreId; "" elsewhere. */
  readonly container: string;
}

/** What a decision adds to the memory; applied by `remember`. */
export type MemoryChange =
  | { readonly kind: "turn"; readonly group: Tag; readonly next: number }
  | { readonly kind: "ride"; readonly key: string; readonly member: Tag }
  | {
      readonly kind: "sticky";
      readonly group: Tag;
      readonly key: string;
      readonly member: Tag;
      readonly fresh: boolean;
    }
  | { readonly kind: "draw"; readonly count: number };

/** The way a request goes, and why. */
export interface Decision {
  /** A proxy's tag, or `direct`, or `block`. */
  readonly outbound: Tag;
  /** Index of the rule that won, in the user's order; null: none did, `final` serves. */
  readonly rule: number | null;
  /** Groups passed, the outermost first. */
  readonly via: readonly Tag[];
  /** Why it is blocked, when it is. */
  readonly blocked: "rule" | "empty-group" | "unknown-outbound" | "loop" | null;
  readonly changes: readonly MemoryChange[];
}
