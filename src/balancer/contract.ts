import type { CycleKind, ResultScope } from "../model/cycle.ts";
import type { BalancerOptions, Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";

/** A member of a balancer as the strategies see it, in config order. */
export interface Member {
  readonly tag: Tag;
  readonly udp: boolean;
  readonly weight: number;
}

/** What a balancer group is made of. It never changes while the group's state lives; a new configuration makes a new one. */
export interface GroupSetup {
  readonly tag: Tag;
  readonly members: readonly Member[];
  readonly options: BalancerOptions;
}

/** What happens to a group. Results are those of its members, by tag. */
export type GroupInput =
  /** The run begins; results loaded from the cache are given. B10 counts from here. */
  | { readonly kind: "start"; readonly cached: Readonly<Record<Tag, TestResult>> }
  /** The group came into a run under way, after a change of the configuration: what this run knows already. */
  | { readonly kind: "join"; readonly results: Readonly<Record<Tag, TestResult>> }
  /** One update. Results of tests outside the running cycle apply at once, whether it joined them or not (B16). */
  | {
      readonly kind: "results";
      readonly results: Readonly<Record<Tag, TestResult>>;
      readonly scope: ResultScope;
    }
  | { readonly kind: "cycle-started"; readonly cycle: CycleKind; readonly targets: readonly Tag[] }
  | { readonly kind: "cycle-ended" }
  /** A deadline of `deadlineOf` has come. */
  | { readonly kind: "timer" };

export type GroupEffect =
  /**
   * Close the connections of these members (B9, B10). Our own always; the user's only when `interrupt` (B11).
   * `died`: its test failed. `settled`: the one move after start.
   */
  | {
      readonly kind: "close";
      readonly members: readonly Tag[];
      readonly why: "died" | "settled";
      readonly interrupt: boolean;
    }
  /** A line that begins with LOWEST (M25). */
  | { readonly kind: "log"; readonly line: string };
