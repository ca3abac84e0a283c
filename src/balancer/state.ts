import type { CycleKind } from "../model/cycle.ts";
import type { Instant } from "../model/units.ts";
import type { Known } from "./delay-model.ts";
import type { StrategyMemory } from "./strategies.ts";

/**
 * Everything a group remembers, as plain JSON (B18): it may be saved after any step and taken up again by a new worker of
 * the same run. Members are named by their index in the configuration.
 */
export interface GroupState {
  readonly known: readonly Known[];
  readonly settle: Settle;
  /** The running cycle and the members that it has tested; null: none runs. */
  readonly cycle: { readonly kind: CycleKind; readonly tested: readonly number[] } | null;
  /** A cycle of this run has ended. */
  readonly cycleEnded: boolean;
  /**
   * It came into a run under way and has seen no cycle through. That cycle is not held, whatever its kind, as the first
   * one after start is not: there is no selection worth keeping yet (B15).
   */
  readonly joined: boolean;
  /** How often each member failed its test while it took connections, by index: each time its rides end (RR4). */
  readonly deaths: Readonly<Record<number, number>>;
  /** Null: the group has no member. */
  readonly tcp: StrategyMemory | null;
  /** Null: the same members serve both networks, and `tcp` speaks for both. */
  readonly udp: StrategyMemory | null;
}

/**
 * The one closing after start (B10):
 *
 *   idle --start--> timed --30 s, a result of this run exists--> done
 *                     |                                            ^
 *                     +--30 s, none--> waiting --the first one-----+
 */
export type Settle =
  | { readonly kind: "idle" }
  | { readonly kind: "timed"; readonly at: Instant }
  | { readonly kind: "waiting" }
  | { readonly kind: "done" };
