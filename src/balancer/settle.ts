import { after, type Instant, ms } from "../model/units.ts";
import type { GroupEffect, GroupSetup } from "./contract.ts";
import { isOfThisRun, type Network } from "./delay-model.ts";
import { planOf } from "./shown.ts";
import type { GroupState, Settle } from "./state.ts";
import { viewOf } from "./view.ts";

const SETTLE_AFTER = ms(30_000);

/** @param now the start of the run */
export const beginSettling = (now: Instant): Settle => ({ kind: "timed", at: after(now, SETTLE_AFTER) });

/** A group that serves UDP by others uses those too. */
function usedFor(setup: GroupSetup, state: GroupState, network: Network): readonly number[] {
  const plan = planOf(setup, state, network);
  return plan.kind === "one" ? [plan.member] : viewOf(setup, state, network).alive;
}

/**
 * The one closing after start, when its time has come (B10): of the members that are not selected with lowest-delay, of
 * those outside the acceptable delay with the others.
 */
export function settle(
  setup: GroupSetup,
  state: GroupState,
  now: Instant,
): { state: GroupState; effects: GroupEffect[] } {
  const due = state.settle.kind === "waiting" || (state.settle.kind === "timed" && now >= state.settle.at);
  if (!due) return { state, effects: [] };
  // Without a member there is nothing to close; its time is over all the same.
  if (!state.tcp) return { state: { ...state, settle: { kind: "done" } }, effects: [] };
  if (!state.known.some(isOfThisRun)) return { state: { ...state, settle: { kind: "waiting" } }, effects: [] };
  const used = [...usedFor(setup, state, "tcp"), ...usedFor(setup, state, "udp")];
  const members = setup.members.filter((_, member) => !used.includes(member)).map(({ tag }) => tag);
  return {
    state: { ...state, settle: { kind: "done" } },
    effects: [{ kind: "close", members, why: "settled", interrupt: setup.options.interruptExistConnections }],
  };
}
