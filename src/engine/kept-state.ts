import type { Known } from "../balancer/delay-model.ts";
import type { GroupState } from "../balancer/state.ts";
import type { KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import type { MonitoringState } from "../monitoring/state.ts";
import { testablesOf } from "./create-engine.ts";
import type { Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/**
 * A core's state without what the configuration tells anyway and without each result's copies in the groups, as plain JSON:
 * it is written at every step, and with a thousand members a third of the whole.
 */
export interface KeptState extends Pick<EngineState, "seed" | "closes" | "picks"> {
  readonly monitoring: Omit<MonitoringState, "outbounds" | "results" | "exits">;
  readonly groups: Readonly<Record<Tag, KeptGroup>>;
  /** What is known of each proxy, in the configuration's order: most of the whole, and a step changes few of them. */
  readonly members: readonly KeptMember[];
}

export type KeptMember = readonly [tag: Tag, result: TestResult | null, exit: KnownExitIp | null];

/** `others`: what the group knows of a member, by index, that is not the proxy's last result; it may not have been told yet. */
interface KeptGroup extends Omit<GroupState, "known"> {
  readonly others: Readonly<Record<number, Known>>;
}

type Results = MonitoringState["results"];

/** @param model of the configuration that the state belongs to */
export function keepState(model: Model, state: EngineState): KeptState {
  const { seed, closes, picks } = state;
  const { outbounds: _, results, exits, ...monitoring } = state.monitoring;
  const groups: Record<Tag, KeptGroup> = {};
  for (const [tag, { known, ...rest }] of Object.entries(state.groups))
    groups[tag] = { ...rest, others: othersIn(known, model.groupOf.get(tag)?.members ?? [], results) };
  return { seed, closes, picks, monitoring, groups, members: membersOf(model, state.monitoring) };
}

/** At every step of a run with a thousand of them: one look at each. */
function membersOf({ config }: Model, { results, exits }: MonitoringState): readonly KeptMember[] {
  const members: KeptMember[] = [];
  for (const { tag } of config.outbounds) {
    const result = results[tag];
    const exit = exits[tag];
    if (result || exit) members.push([tag, result ?? null, exit ?? null]);
  }
  return members;
}

function othersIn(known: readonly Known[], members: readonly Tag[], results: Results): KeptGroup["others"] {
  const others: Record<number, Known> = {};
  members.forEach((tag, i) => {
    const one = known[i] ?? null;
    if (!isSame(one, results[tag] ?? null)) others[i] = one;
  });
  return others;
}

/** @param model of the very configuration with which it was kept */
export function restoreState(model: Model, kept: KeptState): EngineState {
  const { seed, closes, picks, monitoring, groups, members } = kept;
  const results: Record<Tag, TestResult> = {};
  const exits: Record<Tag, KnownExitIp> = {};
  for (const [tag, result, exit] of members) {
    if (result) results[tag] = result;
    if (exit) exits[tag] = exit;
  }
  const restored = Object.entries(groups).map(([tag, { others, ...rest }]): [Tag, GroupState] => {
    const members = model.groupOf.get(tag)?.members ?? [];
    return [tag, { ...rest, known: members.map((one, i) => (i in others ? others[i] : results[one]) ?? null) }];
  });
  return {
    seed,
    closes,
    picks,
    monitoring: { ...monitoring, results, exits, outbounds: testablesOf(model) },
    groups: Object.fromEntries(restored),
  };
}

/** Read back from JSON, one and the same result is two objects. */
const isSame = (one: Known, other: Known): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
