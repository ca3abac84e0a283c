import { deadlineOf as groupDeadline, moveGroup } from "../balancer/group.ts";
import type { Tag } from "../model/outbound.ts";
import { between, type Instant } from "../model/units.ts";
import { deadlineOfMonitoring } from "../monitoring/deadline.ts";
import { earliest } from "../monitoring/moments.ts";
import { type MonitoringInput, stepMonitoring } from "../monitoring/step.ts";
import type { MonitoringEffect } from "../monitoring/turn.ts";
import { newChoices } from "./choices.ts";
import { closeAgain, lateCloses } from "./closes.ts";
import type { EngineEffect, EngineInput, EngineNews } from "./contract.ts";
import { deadEndIn } from "./dead-end.ts";
import { beginCycle, deliver, type EngineTurn, endCycle, groupTimers, startGroups } from "./groups.ts";
import { dialingThrough, leadsTo, pickOf, proxiesIn } from "./leads.ts";
import type { Model } from "./model.ts";
import { finalOf } from "./snapshot.ts";
import type { EngineState } from "./state.ts";

export { configure } from "./configure.ts";
export { createEngine } from "./create-engine.ts";

/** What a step comes to: the new state, to be saved before `effects` are performed, in their order. */
export interface EngineStepped {
  readonly state: EngineState;
  readonly effects: readonly EngineEffect[];
  readonly news: EngineNews;
}

/**
 * One step of the whole core: the monitoring, the groups that get its results, and what the shell must do. Pure; whatever
 * was due by `now` happens first.
 *
 *   input ──> monitoring ── results, cycles ──> groups, the inner ones first ──> plans
 *                 ^                                │
 *                 └── where groups lead (M5, M9) ──┘
 *
 * @param model of the configuration that the state belongs to
 */
export function stepEngine(model: Model, state: EngineState, input: EngineInput, now: Instant): EngineStepped {
  const turn: EngineTurn = { model, state: withClock(state, now), now, effects: [], cycles: [], updated: [] };
  if (input.kind === "woken") turn.effects.push(...closeAgain(model, state));
  const redone = turn.effects.length;
  groupTimers(turn);
  if (input.kind === "start") startGroups(turn);
  step(turn, input.kind === "pick" ? pick(turn, input.group, input.member) : monitoringInput(turn, input));
  const { effects, cycles, updated } = turn;
  const settled = effects
    .slice(redone)
    .flatMap((effect) => (effect.kind === "close" && effect.why === "settled" ? effect.members : []));
  if (settled.length > 0) step(turn, { kind: "closed", tags: settled.flatMap((tag) => proxiesIn(model, tag)) });
  for (const tag of newChoices(model, state, turn.state)) step(turn, { kind: "chosen", tag });
  const closes = lateCloses(turn.state, effects, now);
  return { state: { ...turn.state, closes }, effects, news: { cycles, updated: [...new Set(updated)] } };
}

/** A clock that was set back takes the moments of groups with it, as the monitoring's own (clock). */
function withClock(state: EngineState, now: Instant): EngineState {
  const by = between(state.monitoring.seenAt ?? now, now);
  if (by >= 0) return state;
  const groups = Object.entries(state.groups).map(([tag, group]) => [tag, moveGroup(group, by)]);
  return { ...state, groups: Object.fromEntries(groups) };
}

function step(turn: EngineTurn, input: MonitoringInput): void {
  const { groups } = turn.state;
  monitor(turn, input);
  // The detour of one that waits may lead elsewhere now.
  if (turn.state.groups !== groups && Object.keys(turn.state.monitoring.waiting).length > 0)
    monitor(turn, { kind: "timer" });
}

function monitor(turn: EngineTurn, input: MonitoringInput): void {
  const { model, state, now } = turn;
  const stepped = stepMonitoring(state.monitoring, input, now, (tag) => leadsTo(model, state, tag));
  turn.state = { ...state, monitoring: stepped.state };
  for (const effect of stepped.effects) perform(turn, effect);
}

function perform(turn: EngineTurn, effect: MonitoringEffect): void {
  switch (effect.kind) {
    case "deliver":
      return deliver(turn, effect.tags, effect.scope);
    case "cycle-started":
      return beginCycle(turn, effect.cycle, effect.targets);
    case "cycle-ended":
      return endCycle(turn);
    default:
      turn.effects.push(effect);
  }
}

/** M11: a person switches a selector. A choice that is none, or changes nothing, is no switch. */
function pick(turn: EngineTurn, group: Tag, member: Tag): MonitoringInput {
  const { model, state } = turn;
  const selector = model.groupOf.get(group);
  if (selector?.kind !== "selector" || !selector.members.includes(member) || pickOf(state, selector) === member)
    return { kind: "timer" };
  turn.state = { ...state, picks: { ...state.picks, [group]: member } };
  deliver(turn, [group], "single");
  const tag = leadsTo(model, turn.state, group);
  return { kind: "selected", tag, dependents: dialingThrough(model, turn.state, group) };
}

function monitoringInput({ model, state }: EngineTurn, input: Exclude<EngineInput, { kind: "pick" }>): MonitoringInput {
  switch (input.kind) {
    case "start":
      return { kind: "start", first: firstOf(model, state) };
    case "attempt-ended":
      return { kind: "attempt-ended", id: input.id, end: input.outcome };
    case "lookup-ended":
      return { kind: "lookup-ended", id: input.id, found: input.outcome.kind === "found" ? input.outcome : null };
    case "traffic":
      return { kind: "traffic", tag: input.tag ?? servingNow(model, state) };
    case "connection-asked": {
      const found = deadEndIn({ model, state }, input.chain);
      return found ? { kind: "dead-end", ...found } : { kind: "timer" };
    }
    case "ask":
      return { kind: "ask", tags: [...new Set(input.tags.flatMap((tag) => proxiesIn(model, tag)))] };
    default:
      return input;
  }
}

/** The proxy that serves what no rule matches, where nobody says which one a connection uses. */
function servingNow(model: Model, state: EngineState): Tag | null {
  const final = finalOf(model);
  return final === null ? null : leadsTo(model, state, final);
}

/** M5: what each group's selection leads to, in config order. */
function firstOf(model: Model, state: EngineState): readonly Tag[] {
  return model.config.outbounds.flatMap(({ tag }) =>
    model.groupOf.has(tag) ? (leadsTo(model, state, tag) ?? []) : [],
  );
}

/** When the core must be stepped with `timer`, though nothing happens; null: never. */
export function deadlineOf(state: EngineState): Instant | null {
  return earliest([deadlineOfMonitoring(state.monitoring), ...Object.values(state.groups).map(groupDeadline)]);
}
