import type { Plans } from "../../src/model/plan.ts";

/** Counts the changes of the plans: a revision rises only when a plan really differs. */
export interface PlansRevision {
  readonly revision: number;
  /** True: these differ from the last ones, and the revision has risen. */
  changed(plans: Plans): boolean;
}

/** @param known the plans of that revision; null: none were sent yet */
export function countPlans(from: number, known: Plans | null = null): PlansRevision {
  let revision = from;
  let last = known ? JSON.stringify(known) : "";
  return {
    get revision() {
      return revision;
    },
    changed(plans) {
      const text = JSON.stringify(plans);
      if (text === last) return false;
      last = text;
      revision++;
      return true;
    },
  };
}
