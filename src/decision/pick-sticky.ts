import type { Plan } from "../model/plan.ts";
import type { How, MemoryChange } from "./contract.ts";
import { stickyKey } from "./flow.ts";
import type { PickContext, Picked } from "./pick.ts";
import { replaceDead } from "./replace-dead.ts";
import { isExpired } from "./sticky-keys.ts";

type StickyPlan = Extract<Plan, { kind: "sticky" }>;

/** A key's remembered member, or for a new key a drawn one; either is replaced when it is dead, before it is used (SS2, SS3). */
export function pickSticky(plan: StickyPlan, context: PickContext): Picked | null {
  if (plan.eligible.length === 0) return null;
  if (plan.stickyHash.includes("none")) return drawOne(plan, context);
  const { group, memory, now } = context;
  const key = stickyKey(plan.stickyHash, context.flow);
  const kept = memory.sticky.get(group.tag)?.get(key);
  const home = kept && !isExpired(kept, plan.ttl, now) ? group.places.get(kept.member) : undefined;
  if (home === undefined) return drawNew(key, plan, context);
  const member = replaceDead(home, key, plan, context);
  const how: How = { kind: "remembered", key, home: group.members[home] ?? "" };
  return { member, how, changes: [stored(key, member, member !== home, plan, context)] };
}

/** Drawn among all: were it drawn among the alive ones, a member that is dead for a minute would be short of keys for long. */
function drawNew(key: string, plan: StickyPlan, context: PickContext): Picked {
  const { group, draws, sources } = context;
  const drawn = sources.draw(plan.eligible, `${group.tag}\n${key}`, draws);
  const member = replaceDead(drawn, key, plan, context);
  const count: MemoryChange = { kind: "draw", count: draws + 1 };
  const how: How = { kind: "drawn", key, of: plan.eligible.length };
  return { member, how, changes: [count, stored(key, member, true, plan, context)] };
}

/** Sticking is off: each connection draws among the alive ones and nothing is remembered (SS4). */
function drawOne({ alive, eligible }: StickyPlan, { group, draws, sources }: PickContext): Picked {
  const members = alive.length > 0 ? alive : eligible;
  const member = sources.draw(members, group.tag, draws);
  const how: How = { kind: "drawn", key: null, of: members.length };
  return { member, how, changes: [{ kind: "draw", count: draws + 1 }] };
}

function stored(
  key: string,
  member: number,
  fresh: boolean,
  { ttl }: StickyPlan,
  { group }: PickContext,
): MemoryChange {
  return { kind: "sticky", group: group.tag, key, member: group.members[member] ?? "", fresh, ttl };
}
