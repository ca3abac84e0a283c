import { hash32, join32 } from "../lib/hash.ts";
import { never } from "../lib/never.ts";
import type { Plan } from "../model/plan.ts";
import type { Instant } from "../model/units.ts";
import type { How, MemoryChange } from "./contract.ts";
import type { Flow } from "./flow.ts";
import { stickyKey } from "./flow.ts";
import type { GroupIndex } from "./group-index.ts";
import type { Memory } from "./memory.ts";
import { pickSticky } from "./pick-sticky.ts";
import type { DecisionIndex, Home } from "./prepare.ts";
import { replaceDead } from "./replace-dead.ts";
import { siteKey } from "./site-key.ts";
import type { Sources } from "./sources.ts";

/** The member a group gives to one connection, by index, and what is to be remembered of it. */
export interface Picked {
  readonly member: number;
  readonly how: How;
  readonly changes: readonly MemoryChange[];
}

/** What a pick reads and never changes. */
export interface PickContext {
  readonly group: GroupIndex;
  readonly flow: Flow;
  readonly memory: Memory;
  /** How many draws were made, those of this decision's outer groups included. */
  readonly draws: number;
  readonly sources: Sources;
  readonly homes: DecisionIndex["homes"];
  readonly now: Instant;
}

const NONE: readonly MemoryChange[] = [];

/**
 * The strategies' own layer: each call is a new connection, with a turn or a draw of its own. Rides lie above it.
 *
 * @returns null when the group is empty
 */
export function pick(plan: Plan, context: PickContext): Picked | null {
  switch (plan.kind) {
    case "one":
      return { member: plan.member, how: { kind: "selected" }, changes: NONE };
    case "turns":
      return takeTurn(plan.order, context);
    case "hash":
      return pickHashed(plan, context);
    case "sticky":
      return pickSticky(plan, context);
    case "pool":
      return pickSlot(plan, context);
    case "empty":
      return null;
    default:
      return never(plan);
  }
}

function takeTurn(order: readonly number[], { group, memory }: PickContext): Picked | null {
  const count = memory.turns.get(group.tag) ?? 0;
  const place = count % order.length;
  const member = order[place];
  if (member === undefined) return null;
  return {
    member,
    how: { kind: "turn", place, of: order.length },
    changes: [{ kind: "turn", group: group.tag, next: count + 1 }],
  };
}

/** The hash runs over the eligible members, so a death moves only the dead member's keys (CH2). */
function pickHashed(plan: Extract<Plan, { kind: "hash" }>, context: PickContext): Picked | null {
  const { group, flow } = context;
  const key = siteKey(flow.host);
  const found = homeOf(key, plan, context);
  if (found === null) return null;
  const { member, home } = found;
  return { member, how: { kind: "hashed", key, home: group.members[home] ?? "" }, changes: NONE };
}

/** Keys of one plan. */
const KEYS = 5_000;

function homeOf(key: string, plan: Extract<Plan, { kind: "hash" }>, context: PickContext): Home | null {
  const { group, sources, homes } = context;
  let known = homes.get(plan);
  if (known === undefined) {
    known = new Map();
    homes.set(plan, known);
  }
  const found = known.get(key);
  if (found) return found;
  const home = sources.order(key, plan.eligible, group, plan.weights, 1)[0];
  if (home === undefined) return null;
  const made = { home, member: replaceDead(home, key, plan, context) };
  if (known.size >= KEYS) known.clear();
  known.set(key, made);
  return made;
}

/** The key's slot; while that is skipped, one of the working ones, the same each time; with none, the slot anyway (PL3, PL5). */
function pickSlot({ slots, stickyHash }: Extract<Plan, { kind: "pool" }>, context: PickContext): Picked | null {
  const working = slots.filter(({ works }) => works);
  const usable = working.length > 0 ? working : slots;
  if (stickyHash.includes("none"))
    return takeTurn(
      usable.map(({ member }) => member),
      context,
    );
  if (slots.length === 0) return null;
  const key = stickyKey(stickyHash, context.flow);
  const slot = context.sources.slot(key, slots.length, context.flow);
  const own = slots[slot];
  const skipped = working.length > 0 && own?.works === false;
  const member = skipped ? slots[spreadOver(key, slots)]?.member : own?.member;
  return member === undefined ? null : { member, how: { kind: "slot", key, slot, skipped }, changes: NONE };
}

/** Rendezvous over the slots' numbers, so that another slot's failure moves only what was spread to it. */
function spreadOver(key: string, slots: readonly { readonly works: boolean }[]): number {
  const hash = hash32(key);
  let best = 0;
  let most = -1;
  for (const [slot, { works }] of slots.entries()) {
    const score = join32(hash, slot + 1);
    if (works && score > most) [best, most] = [slot, score];
  }
  return best;
}
