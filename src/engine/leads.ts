import { bestResult } from "../balancer/best-result.ts";
import { displayedOf, usingOf } from "../balancer/shown.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import type { GroupModel, Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/**
 * The member that a selector uses: the person's pick, else its default, else the first. One that is switched off or gone
 * gives its place to the default or the first that cannot go direct: what served by a proxy never goes direct for that
 * (B20). Null: none is left.
 */
export function pickOf(state: EngineState, group: Extract<GroupModel, { kind: "selector" }>): Tag | null {
  const { members, closed, listed } = group;
  const wanted = state.picks[group.tag] ?? group.default ?? listed[0];
  if (wanted === undefined || members.includes(wanted)) return wanted ?? null;
  return group.default !== null && closed.includes(group.default) ? group.default : (closed[0] ?? null);
}

/** The member a group is shown as: a selector's pick, a strategy's selection; null: no single one stands for it. */
export function selectedOf(state: EngineState, group: GroupModel): Tag | null {
  if (group.kind === "selector") return pickOf(state, group);
  const own = state.groups[group.tag];
  return own ? displayedOf(group.setup, own) : null;
}

/** The members of a group that take new connections now. */
export function takersOfGroup(state: EngineState, group: GroupModel): readonly Tag[] {
  if (group.kind === "selector") {
    const pick = pickOf(state, group);
    return pick === null ? [] : [pick];
  }
  const own = state.groups[group.tag];
  return own ? usingOf(group.setup, own) : [];
}

/** The proxy that an outbound leads to, through nested groups; null: to none (direct, block, an empty group). */
export function leadsTo(model: Model, state: EngineState, tag: Tag): Tag | null {
  const group = model.groupOf.get(tag);
  if (!group) return model.proxyOf.has(tag) ? tag : null;
  const member = memberOf(state, group);
  return member === null ? null : leadsTo(model, state, member);
}

/** The member that stands for a group: the one it is shown as, else the first that takes connections. */
function memberOf(state: EngineState, group: GroupModel): Tag | null {
  return selectedOf(state, group) ?? takersOfGroup(state, group)[0] ?? null;
}

/** Whether a selector is left at what blocks because it cannot be used as it is written, also by way of other selectors. */
function isLeftAtRefused(model: Model, state: EngineState, tag: Tag): boolean {
  const group = model.groupOf.get(tag);
  if (!group) return model.refused.has(tag);
  const pick = group.kind === "selector" ? pickOf(state, group) : null;
  return pick !== null && isLeftAtRefused(model, state, pick);
}

/**
 * The result of an outbound: a proxy's last; a group's is that of its selected member, through nesting, and where there
 * is none the best of its members' (M2). Null: none; so a balancer takes a selector that can only block for dead (B2).
 *
 * @param known of groups that were looked into on the way: one may be in many others
 */
export function resultFor(
  model: Model,
  state: EngineState,
  tag: Tag,
  known?: Map<Tag, TestResult | null>,
): TestResult | null {
  const group = model.groupOf.get(tag);
  if (!group) return state.monitoring.results[tag] ?? null;
  const looked = known?.get(tag);
  return looked === undefined ? resultInside(model, state, group, known ?? new Map()) : looked;
}

function resultInside(
  model: Model,
  state: EngineState,
  group: GroupModel,
  known: Map<Tag, TestResult | null>,
): TestResult | null {
  const selected = selectedOf(state, group);
  if (isLeftAtRefused(model, state, group.tag)) return null;
  const own = selected === null ? null : resultFor(model, state, selected, known);
  const result = own ?? bestResult(group.members.map((member) => resultFor(model, state, member, known)));
  known.set(group.tag, result);
  return result;
}

/**
 * All proxies inside an outbound, itself included when it is one.
 *
 * @param seen outbounds that were looked into on the way
 */
export function proxiesIn(model: Model, tag: Tag, seen: Set<Tag> = new Set()): readonly Tag[] {
  if (seen.has(tag)) return [];
  seen.add(tag);
  const group = model.groupOf.get(tag);
  if (!group) return model.proxyOf.has(tag) ? [tag] : [];
  return group.members.flatMap((member) => proxiesIn(model, member, seen));
}

/** The proxies that dial through a group, by their detour or by that of the proxy they dial through (M9, M11). */
export function dialingThrough(model: Model, state: EngineState, group: Tag): readonly Tag[] {
  return model.proxies.flatMap(({ tag }) => (wayOf(model, state, tag).has(group) ? [tag] : []));
}

/** Every outbound that a proxy dials through, itself included. */
function wayOf(model: Model, state: EngineState, tag: Tag): ReadonlySet<Tag> {
  const way = new Set<Tag>();
  for (let next: Tag | null = tag; next !== null && !way.has(next); ) {
    way.add(next);
    const group = model.groupOf.get(next);
    next = group ? memberOf(state, group) : (model.proxyOf.get(next)?.detour ?? null);
  }
  return way;
}
