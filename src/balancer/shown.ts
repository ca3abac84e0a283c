import type { Tag } from "../model/outbound.ts";
import type { Plan } from "../model/plan.ts";
import type { TestResult } from "../model/test-result.ts";
import { bestResult } from "./best-result.ts";
import type { GroupSetup } from "./contract.ts";
import type { Network } from "./delay-model.ts";
import { hasRides } from "./has-rides.ts";
import type { GroupState } from "./state.ts";
import { strategyOf } from "./strategies.ts";
import { takersOf } from "./takers.ts";
import { viewOf } from "./view.ts";

/**
 * What the group does with new connections now. Looking changes nothing (B19). It is asked for at every step, most of which
 * leave the group as it was: that of one state is worked out once.
 */
export function planOf(setup: GroupSetup, state: GroupState, network: Network = "tcp"): Plan {
  if (network === "udp") return makePlan(setup, state, network);
  const last = known.get(state);
  if (last?.setup === setup) return last.plan;
  const plan = makePlan(setup, state, network);
  known.set(state, { setup, plan });
  return plan;
}

const known = new WeakMap<GroupState, { readonly setup: GroupSetup; readonly plan: Plan }>();

function makePlan(setup: GroupSetup, state: GroupState, network: Network): Plan {
  const memory = network === "udp" ? (state.udp ?? state.tcp) : state.tcp;
  if (!memory) return { kind: "empty" };
  const plan = strategyOf(memory.kind).plan(memory, viewOf(setup, state, network));
  const { deaths } = state;
  return hasRides(plan) && Object.keys(deaths).length > 0 ? { ...plan, deaths } : plan;
}

/**
 * The member the group is shown as, and whose result is the group's (B17, M2). Null: the group is empty, or no single
 * member stands for it; its result is then the best of its members'.
 */
export function displayedOf(setup: GroupSetup, { tcp }: GroupState): Tag | null {
  const member = tcp && strategyOf(tcp.kind).displayed(tcp);
  return member === null ? null : (setup.members[member]?.tag ?? null);
}

/** The members that take new connections now. */
export const usingOf = (setup: GroupSetup, state: GroupState): readonly Tag[] =>
  takersOf(planOf(setup, state)).flatMap((member) => setup.members[member]?.tag ?? []);

/**
 * The group's own result (M2): that of the member it is shown as; when that has none, or no member stands for the group,
 * the best of its members', fresh before cached before failed. Null: none has any.
 */
export function resultOf(setup: GroupSetup, state: GroupState): TestResult | null {
  const shown = displayedOf(setup, state);
  const own = shown === null ? null : state.known[setup.members.findIndex(({ tag }) => tag === shown)];
  return own ?? bestResult(state.known);
}
