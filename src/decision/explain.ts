import type { Plans } from "../model/plan.ts";
import type { Instant } from "../model/units.ts";
import type { ExplainedStep, Explanation, Request } from "./contract.ts";
import type { Memory } from "./memory.ts";
import type { DecisionIndex } from "./prepare.ts";
import { walk } from "./walk.ts";

/** The very walk of `decide`, as data: the rule, each group passed and why it named its member. It touches no memory (B19). */
export function explain(
  index: DecisionIndex,
  plans: Plans,
  memory: Memory,
  request: Request,
  now: Instant,
): Explanation {
  const steps: ExplainedStep[] = [];
  const { outbound, rule, blocked } = walk(index, plans, memory, request, now, steps);
  return { outbound, rule, blocked, steps };
}
