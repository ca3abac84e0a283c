import type { StickyPart } from "../model/outbound.ts";
import type { Instant, Ms } from "../model/units.ts";
import type { LowestDecision } from "./lowest-decision.ts";

/** What a strategy goes by, apart from the members' results, with every default in its place. `M` names a member. */
export type StrategyFacts<M> =
  /** Turns in this order; another is shown when faster than `shown` by more than the larger tolerance (B17). */
  | {
      readonly kind: "round-robin";
      readonly order: readonly M[];
      readonly shown: M;
      readonly tolerance: Ms;
      readonly toleranceRatio: number;
    }
  | {
      readonly kind: "lowest-delay";
      readonly selected: M;
      readonly last: Omit<LowestDecision, "from" | "fastest"> & { readonly from: M; readonly fastest: M | null };
      readonly tolerance: Ms;
      readonly toleranceRatio: number;
      /** The end of its 30 s (LD5); null: it has no stay. */
      readonly staysUntil: Instant | null;
    }
  | { readonly kind: "consistent-hashing"; readonly maxRetry: number }
  | {
      readonly kind: "sticky-sessions";
      readonly maxRetry: number;
      /** 0: no expiry. */
      readonly ttl: Ms;
      readonly stickyHash: readonly StickyPart[];
    }
  | {
      readonly kind: "pool";
      readonly slots: readonly { readonly member: M; readonly works: boolean }[];
      readonly stickyHash: readonly StickyPart[];
      /** Null: unset, no outsider takes a slot from one that works (PL4). */
      readonly tolerance: Ms | null;
      readonly toleranceRatio: number;
    };
