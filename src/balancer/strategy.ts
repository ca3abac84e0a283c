import type { Plan } from "../model/plan.ts";
import type { Instant, Ms } from "../model/units.ts";
import type { StrategyFacts } from "./strategy-facts.ts";
import type { View } from "./view.ts";

/** What made a strategy choose: news of members, the end of a cycle, or its own deadline. */
export type Cause = "results" | "cycle-ended" | "timer";

export interface Choice<M> {
  readonly memory: M;
  /** What was decided and why, for the log. */
  readonly line: string | null;
}

/** What a strategy of a group is. `M` is what it remembers: plain JSON. Its group has at least one member. */
export interface Strategy<M> {
  begin(view: View): M;
  choose(memory: M, view: View, cause: Cause, now: Instant): Choice<M>;
  plan(memory: M, view: View): Plan;
  /** The member the group is shown as; null: no single one stands for it. */
  displayed(memory: M): number | null;
  /** What the plan rests on, for who asks why; by index. */
  facts(memory: M, view: View): StrategyFacts<number>;
  /** When it wants to choose again though nothing happened. */
  deadline(memory: M): Instant | null;
  /** Its moments moved by so much. */
  moved(memory: M, by: Ms): M;
}
