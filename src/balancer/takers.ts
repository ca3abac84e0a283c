import { never } from "../lib/never.ts";
import type { Plan } from "../model/plan.ts";

/** Indices of the members that new connections may be given to under this plan. Empty only for an empty group. */
export function takersOf(plan: Plan): readonly number[] {
  switch (plan.kind) {
    case "one":
      return [plan.member];
    case "turns":
      return plan.order;
    case "hash":
    case "sticky":
      return plan.alive.length > 0 ? plan.alive : plan.eligible;
    case "pool": {
      const working = plan.slots.filter(({ works }) => works);
      return (working.length > 0 ? working : plan.slots).map(({ member }) => member);
    }
    case "empty":
      return [];
    default:
      return never(plan);
  }
}
