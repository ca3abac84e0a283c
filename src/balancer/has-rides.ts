import type { Plan } from "../model/plan.ts";

/** A plan that may ask for rides. */
export type RidingPlan = Extract<Plan, { kind: "turns" | "sticky" | "pool" }>;

/** Whether a connection's requests must be kept together: only where each request would take a turn or a draw of its own (RR4). */
export function hasRides(plan: Plan): plan is RidingPlan {
  return (
    plan.kind === "turns" || ((plan.kind === "sticky" || plan.kind === "pool") && plan.stickyHash.includes("none"))
  );
}
