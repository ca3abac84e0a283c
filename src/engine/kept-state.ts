import type { Known } from "../balancer/delay-model.ts";
import type { GroupState } from "../balancer/state.ts";
import type { Tag } from "../model/outbound.ts";
import type { MonitoringState } from "../monitoring/state.ts";
import { newState } from "./create-engine.ts";
import type { Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/**
 * A core's state without what the configuration tells anyway and without each result's copies in the groups, as plain JSON:
 * it is written at every step, and with a thousand members a third of the whole.
 */
export interface KeptState extends Pick<EngineState, "seed" | "closes" | "picks"> {
  readonly monitoring: Omit<MonitoringState, "outbounds">;
  readonly groups: Readonly<Record<Tag, KeptGroup>>;
}

/** `others`: what the group knows of a member, by index, that is not the proxy's last result; it may not have been told yet. */
interface KeptGroup extends Omit<GroupState, "known"> {
  readonly others: Readonly<Record<number, Known>>;
}

/** @param model of the configuration that the state belongs to */
export function keepState(model: Model, state: EngineState): KeptState {
  const { seed, closes, picks } = state;
  const { outbounds: _, ...monitoring } = state.monitoring;
  const groups = Object.entries(state.groups).map(([tag, { known, ...rest }]): [Tag, KeptGroup] => {
    const results = resultsOf(model, monitoring, tag);
    const others = known.flatMap((one, i) => (isSame(one, results[i] ?? null) ? [] : [[i, one] as const]));
    return [tag, { ...rest, others: Object.fromEntries(others) }];
  });
  return { seed, closes, picks, monitoring, groups: Object.fromEntries(groups) };
}

/** @param model of the very configuration with which it was kept */
export function restoreState(model: Model, { seed, closes, picks, monitoring, groups }: KeptState): EngineState {
  const { results, exits } = monitoring;
  const blank = newState(model, results, exits, picks, seed);
  const restored = Object.entries(groups).map(([tag, { others, ...rest }]): [Tag, GroupState] => {
    const known = resultsOf(model, monitoring, tag).map((result, i) => (i in others ? (others[i] ?? null) : result));
    return [tag, { ...rest, known }];
  });
  return {
    ...blank,
    closes,
    monitoring: { ...monitoring, outbounds: blank.monitoring.outbounds },
    groups: Object.fromEntries(restored),
  };
}

const resultsOf = (model: Model, { results }: Pick<MonitoringState, "results">, group: Tag): readonly Known[] =>
  (model.groupOf.get(group)?.members ?? []).map((tag) => (Object.hasOwn(results, tag) ? (results[tag] ?? null) : null));

/** Read back from JSON, one and the same result is two objects. */
const isSame = (one: Known, other: Known): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
