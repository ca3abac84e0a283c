import type { Plans } from "../model/plan.ts";
import type { Instant } from "../model/units.ts";
import type { Decision, Request } from "./contract.ts";
import type { Memory } from "./memory.ts";
import type { DecisionIndex } from "./prepare.ts";
import { walk } from "./walk.ts";

/**
 * Names the outbound for a request. Pure: it reads the memory only; apply the decision's `changes` with `remember`.
 *
 * @param index of `prepare`
 * @returns a proxy's tag, `direct` only where a rule, the final outbound or a selector says so, else `block` with the reason
 */
export function decide(index: DecisionIndex, plans: Plans, memory: Memory, request: Request, now: Instant): Decision {
  return walk(index, plans, memory, request, now, null);
}
