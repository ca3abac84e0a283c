import type { GroupFacts } from "../balancer/facts.ts";
import type { Tag } from "../model/outbound.ts";
import type { Plans } from "../model/plan.ts";
import type { Instant } from "../model/units.ts";
import type { Explanation, Request } from "./contract.ts";
import type { Memory } from "./memory.ts";
import type { DecisionIndex } from "./prepare.ts";
import { type TracedStep, walk } from "./walk.ts";

/**
 * The very walk of `decide`, as data: the rule, each group passed and why it named its member. It touches no memory (B19).
 *
 * @param factsFor what a group's plan rests on, for it is not in the plan; left out: no step has facts
 */
export function explain(
  index: DecisionIndex,
  plans: Plans,
  memory: Memory,
  request: Request,
  now: Instant,
  factsFor: (group: Tag) => GroupFacts | null = () => null,
): Explanation {
  const trace: TracedStep[] = [];
  const { outbound, rule, blocked } = walk(index, plans, memory, request, now, trace);
  return { outbound, rule, blocked, steps: trace.map((step) => ({ ...step, facts: factsFor(step.group) })) };
}
