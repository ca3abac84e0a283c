import type { Tag } from "../model/outbound.ts";
import { leadsTo, selectedOf } from "./leads.ts";
import type { Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/**
 * M16: what lowest-delay groups have newly chosen.
 *
 * @returns the proxies that the changed selections lead to, each once
 */
export function newChoices(model: Model, before: EngineState, after: EngineState): readonly Tag[] {
  if (before.groups === after.groups) return [];
  const chosen = model.groups.flatMap((group): Tag[] => {
    if (group.kind !== "balancer" || group.setup.options.strategy !== "lowest-delay") return [];
    if (before.groups[group.tag] === after.groups[group.tag]) return [];
    const selected = selectedOf(after, group);
    if (selected === null || selected === selectedOf(before, group)) return [];
    return [leadsTo(model, after, selected) ?? []].flat();
  });
  return [...new Set(chosen)];
}
