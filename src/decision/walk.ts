import { hasRides } from "../balancer/has-rides.ts";
import type { Tag } from "../model/outbound.ts";
import { BLOCK, DIRECT } from "../model/outbound.ts";
import type { Plan, Plans } from "../model/plan.ts";
import type { Instant } from "../model/units.ts";
import type { Decision, ExplainedStep, MemoryChange, Request } from "./contract.ts";
import { flowOf } from "./flow.ts";
import type { GroupIndex } from "./group-index.ts";
import type { Memory } from "./memory.ts";
import { type Picked, pick } from "./pick.ts";
import type { DecisionIndex } from "./prepare.ts";
import { deathsOf, rideKey, rideOf } from "./rides.ts";
import { routeOf } from "./route.ts";

/** A group passed; what its plan rests on is for others to say. */
export type TracedStep = Omit<ExplainedStep, "facts">;

/**
 * The way of a request: from its rule through the groups to a proxy, `direct` or `block`. Whatever is unknown, empty or
 * goes in a circle blocks; nothing ever falls back to direct (B20).
 *
 * @param trace gets the groups passed, for who wants to know
 */
export function walk(
  index: DecisionIndex,
  plans: Plans,
  memory: Memory,
  request: Request,
  now: Instant,
  trace: TracedStep[] | null,
): Decision {
  const { rule, outbound } = routeOf(index, request);
  const via: Tag[] = [];
  const changes: MemoryChange[] = [];
  let draws = memory.draws;
  const end = (to: Tag, blocked: Decision["blocked"]): Decision => ({ outbound: to, rule, via, blocked, changes });

  if (outbound === null) return end(BLOCK, "list-missing");
  let tag: Tag | undefined = outbound;
  for (;;) {
    const node = tag === undefined ? undefined : index.nodes.get(tag);
    if (tag === undefined || node === undefined) return end(BLOCK, "unknown-outbound");
    if (node.kind === "block") return end(BLOCK, node.refused ? "refused" : "rule");
    // It may have a name of its own, as in sing-box.
    if (node.kind === "direct") return end(DIRECT, null);
    if (node.kind !== "group") return end(tag, null);
    if (via.includes(tag)) return end(BLOCK, "loop");
    via.push(tag);
    const plan = Object.hasOwn(plans, tag) ? plans[tag] : undefined;
    const riding = plan && hasRides(plan) ? plan : null;
    const key = riding ? rideKey(tag, request) : "";
    const ridden = riding ? rideOf(memory, key, node, riding, now) : null;
    const picked = ridden === null ? plan && pickNew(plan, node) : onRide(ridden);
    const member: Tag | undefined = picked ? node.members[picked.member] : undefined;
    trace?.push({ group: tag, plan: plan ?? null, member: member ?? null, how: picked?.how ?? null });
    if (!picked) return end(BLOCK, "empty-group");
    for (const change of picked.changes) {
      changes.push(change);
      if (change.kind === "draw") draws = change.count;
    }
    if (riding && member !== undefined)
      changes.push({ kind: "ride", key, member, deaths: deathsOf(riding, picked.member) });
    tag = member;
  }

  function pickNew(plan: Plan, group: GroupIndex): Picked | null {
    return pick(plan, { group, flow: flowOf(request), memory, draws, sources: index.sources, homes: index.homes, now });
  }
}

const RIDE: Picked["how"] = { kind: "ride" };
const NOTHING: Picked["changes"] = [];
const onRide = (member: number): Picked => ({ member, how: RIDE, changes: NOTHING });
