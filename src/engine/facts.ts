import { factsOf, type GroupFacts } from "../balancer/facts.ts";
import type { Tag } from "../model/outbound.ts";
import type { Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/** What a group's plan rests on; null: a selector, an empty group, or none. */
export function factsFor(model: Model, state: EngineState, tag: Tag): GroupFacts | null {
  const group = model.groupOf.get(tag);
  const own = state.groups[tag];
  return group?.kind === "balancer" && own ? factsOf(group.setup, own) : null;
}
