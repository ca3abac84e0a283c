import { displayedOf, resultOf, usingOf } from "../balancer/shown.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import type { GroupModel, Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/** The member that a selector uses: the person's pick, else its default, else the first. Null: it is empty. */
export function pickOf(state: EngineState, group: Extract<GroupModel, { kind: "selector" }>): Tag | null {
  const pick = state.picks[group.tag];
  if (pick !== undefined && group.members.includes(pick)) return pick;
  return group.default !== null && group.members.includes(group.default) ? group.default : (group.members[0] ?? null);
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
  if (!group) return model.proxies.some((proxy) => proxy.tag === tag) ? tag : null;
  const member = selectedOf(state, group) ?? takersOfGroup(state, group)[0];
  return member === undefined || member === null ? null : leadsTo(model, state, member);
}

/** The result of an outbound: a proxy's last, a group's own (M2). Null: none. */
export function resultFor(model: Model, state: EngineState, tag: Tag): TestResult | null {
  const group = model.groupOf.get(tag);
  if (!group) return state.monitoring.results[tag] ?? null;
  if (group.kind === "balancer") {
    const own = state.groups[group.tag];
    return own ? resultOf(group.setup, own) : null;
  }
  const pick = pickOf(state, group);
  const own = pick === null ? null : resultFor(model, state, pick);
  return own ?? best(group.members.map((member) => resultFor(model, state, member)));
}

/** M2: fresh before cached before failed, the fastest first. */
function best(results: readonly (TestResult | null)[]): TestResult | null {
  const rank = (result: TestResult): number =>
    result.kind === "failed" ? Number.POSITIVE_INFINITY : result.delay + (result.cached ? 20_000 : 0);
  return results.filter((result) => result !== null).toSorted((a, b) => rank(a) - rank(b) || 0)[0] ?? null;
}

/** All proxies inside an outbound, itself included when it is one. */
export function proxiesIn(model: Model, tag: Tag): readonly Tag[] {
  const group = model.groupOf.get(tag);
  if (!group) return model.proxies.some((proxy) => proxy.tag === tag) ? [tag] : [];
  return [...new Set(group.members.flatMap((member) => proxiesIn(model, member)))];
}
