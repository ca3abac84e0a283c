import { memoOf } from "../lib/memo.ts";
import type { Tag } from "../model/outbound.ts";
import type { RuleSource } from "../routing/contract.ts";
import { pickOf } from "./leads.ts";
import type { Model } from "./model.ts";
import { finalOf } from "./snapshot.ts";
import type { EngineState } from "./state.ts";

type Core = { readonly model: Model; readonly state: EngineState };

/** A balancer, or a proxy that a rule or a selector names, without a live member; and the proxies that could serve there. */
export interface DeadEndFound {
  readonly tag: Tag;
  readonly members: readonly Tag[];
}

/**
 * M28: where a connection meets nobody alive.
 *
 * @param chain the groups that the connection passes, the outermost first, then its outbound
 * @returns the outermost such outbound; null: somebody is alive, or nothing there can be tested (direct, block, an empty group)
 */
export function deadEndIn({ model, state }: Core, chain: readonly Tag[]): DeadEndFound | null {
  const tag = chain.find((one) => model.groupOf.get(one)?.kind !== "selector" && isDead(model, state, one));
  if (tag === undefined) return null;
  const members = [...new Set(proxiesAsked(model, state, tag))];
  return members.length > 0 ? { tag, members } : null;
}

/** Whether some connection may meet nobody alive now: cheap to ask, so that requests need not be looked at while all is well. */
export function mayMeetDeadEnd({ model, state }: Core): boolean {
  return (
    model.groups.some(({ tag }) => isDead(model, state, tag)) ||
    targetsOf(model).some((tag) => isDead(model, state, tag))
  );
}

/** The proxies that rules name themselves, and what serves the rest. */
const targetsOf = memoOf((model: Model): readonly Tag[] => {
  const { rules, privateWindows } = model.config.route;
  const named = [...outboundsOf(rules), privateWindows, finalOf(model)];
  return [...new Set(named.filter((tag): tag is Tag => tag !== undefined && tag !== null && model.proxyOf.has(tag)))];
});

const outboundsOf = (rules: RuleSource): readonly Tag[] =>
  "outbounds" in rules ? rules.outbounds.tags : rules.map(({ outbound }) => outbound);

/** Nobody in it answered in this run, or at the end of an earlier one (B2); a selector is as dead as what it leads to. */
function isDead(model: Model, state: EngineState, tag: Tag): boolean {
  const group = model.groupOf.get(tag);
  if (!group) return model.proxyOf.has(tag) && state.monitoring.results[tag]?.kind !== "delay";
  const members = group.kind === "selector" ? [pickOf(state, group)] : group.members;
  return members.length > 0 && members.every((member) => member !== null && isDead(model, state, member));
}

function proxiesAsked(model: Model, state: EngineState, tag: Tag): readonly Tag[] {
  const group = model.groupOf.get(tag);
  if (!group) return model.proxyOf.has(tag) ? [tag] : [];
  const members = group.kind === "selector" ? [pickOf(state, group)] : group.members;
  return members.flatMap((member) => (member === null ? [] : proxiesAsked(model, state, member)));
}
