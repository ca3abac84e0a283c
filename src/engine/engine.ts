import { createGroup, deadlineOf as groupDeadline } from "../balancer/group.ts";
import type { KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import type { Instant } from "../model/units.ts";
import { createMonitoring } from "../monitoring/state.ts";
import { deadlineOfMonitoring, type MonitoringInput, stepMonitoring } from "../monitoring/step.ts";
import type { MonitoringEffect } from "../monitoring/turn.ts";
import type { EngineEffect, EngineInput, Saved } from "./contract.ts";
import { beginCycle, deliver, endCycle, type GroupTurn, groupTimers, startGroups } from "./groups.ts";
import { leadsTo, proxiesIn } from "./leads.ts";
import type { Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/** A core of which nothing happened yet; give it `start` when the run begins. */
export function createEngine(
  model: Model,
  saved: Saved,
  picks: Readonly<Record<Tag, Tag>>,
  seed: number,
  now: Instant,
): EngineState {
  const balancers = model.groups.flatMap((group) => (group.kind === "balancer" ? [group] : []));
  return {
    seed,
    monitoring: createMonitoring(model.config.monitoring, testable(model), saved.results, saved.exits),
    groups: Object.fromEntries(balancers.map(({ tag, setup }) => [tag, createGroup(setup, now)])),
    setups: Object.fromEntries(balancers.map(({ tag, setup }) => [tag, JSON.stringify(setup)])),
    picks,
    endpoints: endpointsOf(model),
  };
}

const testable = ({ proxies }: Model): EngineState["monitoring"]["outbounds"] =>
  proxies.map(({ tag, detour }) => ({ tag, detour }));

const endpointsOf = ({ proxies }: Model): Readonly<Record<Tag, string>> =>
  Object.fromEntries(proxies.map(({ tag, protocol, host, port }) => [tag, `${protocol}://${host}:${port}`]));

/**
 * One step of the whole core: the monitoring, the groups that get its results, and what the shell must do. Pure.
 *
 * @param model of the configuration that the state belongs to
 */
export function stepEngine(
  model: Model,
  state: EngineState,
  input: EngineInput,
  now: Instant,
): { readonly state: EngineState; readonly effects: readonly EngineEffect[] } {
  const turn: GroupTurn = { model, state, now, effects: [] };
  groupTimers(turn, (tag) => deadlineOfGroup(turn.state, tag));
  if (input.kind === "start") startGroups(turn);
  if (input.kind === "pick")
    turn.state = { ...turn.state, picks: { ...turn.state.picks, [input.group]: input.member } };
  const { state: monitoring, effects } = stepMonitoring(
    turn.state.monitoring,
    monitoringInput(model, turn.state, input),
    now,
    (tag) => leadsTo(model, turn.state, tag),
  );
  turn.state = { ...turn.state, monitoring };
  if (input.kind === "pick") deliver(turn, [input.member], "single");
  for (const effect of effects) perform(turn, effect);
  return { state: turn.state, effects: turn.effects };
}

function perform(turn: GroupTurn, effect: MonitoringEffect): void {
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

function monitoringInput(model: Model, state: EngineState, input: EngineInput): MonitoringInput {
  switch (input.kind) {
    case "start":
      return { kind: "start", first: firstOf(model, state) };
    case "attempt-ended":
      return { kind: "attempt-ended", id: input.id, end: input.outcome };
    case "lookup-ended": {
      const { outcome } = input;
      return { kind: "lookup-ended", id: input.id, found: outcome.kind === "found" ? outcome : null };
    }
    case "ask":
      return { kind: "ask", tags: [...new Set(input.tags.flatMap((tag) => proxiesIn(model, tag)))] };
    case "pick": {
      const tag = leadsTo(model, state, input.group);
      return tag === null ? { kind: "timer" } : { kind: "selected", tag };
    }
    case "network-changed":
      return { kind: "network-changed" };
    default:
      return input;
  }
}

/** M5: what each group's selection leads to, in config order. */
function firstOf(model: Model, state: EngineState): readonly Tag[] {
  return model.config.outbounds.flatMap(({ tag }) =>
    model.groupOf.has(tag) ? (leadsTo(model, state, tag) ?? []) : [],
  );
}

/** When the core must be stepped with `timer`, though nothing happens; null: never. */
export function deadlineOf(state: EngineState): Instant | null {
  const all = [
    deadlineOfMonitoring(state.monitoring),
    ...Object.keys(state.groups).map((tag) => deadlineOfGroup(state, tag)),
  ];
  return all.reduce((first, at) => (at === null || (first !== null && first <= at) ? first : at), null);
}

function deadlineOfGroup(state: EngineState, tag: Tag): Instant | null {
  const group = state.groups[tag];
  return group ? groupDeadline(group) : null;
}

/**
 * Goes on with another configuration. Proxies that are the same (tag and address) keep their results, groups that are
 * the same their state; tests of proxies that are gone end.
 */
export function configure(
  model: Model,
  state: EngineState,
  now: Instant,
): { readonly state: EngineState; readonly effects: readonly EngineEffect[] } {
  const endpoints = endpointsOf(model);
  const same = (tag: Tag): boolean => endpoints[tag] !== undefined && endpoints[tag] === state.endpoints[tag];
  const keep = <V>(record: Readonly<Record<Tag, V>>): Readonly<Record<Tag, V>> =>
    Object.fromEntries(Object.entries(record).filter(([tag]) => same(tag)));
  const old = state.monitoring;
  const effects: EngineEffect[] = Object.entries(old.tests).flatMap(([tag, { attempt }]) =>
    same(tag) || !attempt ? [] : [{ kind: "abort-attempt", id: attempt.id }],
  );
  const fresh = createEngine(
    model,
    { results: keep<TestResult>(old.results), exits: keep<KnownExitIp>(old.exits) },
    state.picks,
    state.seed,
    now,
  );
  const unchanged = new Set(Object.keys(fresh.setups).filter((tag) => fresh.setups[tag] === state.setups[tag]));
  const groups = Object.fromEntries(
    Object.entries(fresh.groups).map(([tag, group]) => [tag, (unchanged.has(tag) && state.groups[tag]) || group]),
  );
  const tests = keep(old.tests);
  const cycle = old.cycle && {
    ...old.cycle,
    queue: old.cycle.queue.filter(same),
    targets: old.cycle.targets.filter(same),
  };
  const monitoring = {
    ...old,
    settings: fresh.monitoring.settings,
    outbounds: fresh.monitoring.outbounds,
    results: fresh.monitoring.results,
    exits: fresh.monitoring.exits,
    marked: keep(old.marked),
    tests,
    waiting: keep(old.waiting),
    notReady: keep(old.notReady),
    blamedAt: keep(old.blamedAt),
    pending: old.pending.filter(same),
    lookupQueue: old.lookupQueue.filter(same),
    cycle,
    urlIndex: 0,
    // What is new is tested at once and not when the next cycle happens to be due.
    nextCycleAt: old.nextCycleAt === null ? null : now,
  };
  const turn: GroupTurn = { model, state: { ...fresh, monitoring, groups }, now, effects };
  startGroups(turn, new Set(Object.keys(groups).filter((tag) => !unchanged.has(tag))));
  return { state: turn.state, effects: turn.effects };
}
