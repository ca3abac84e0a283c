import type { GroupInput } from "../balancer/contract.ts";
import { createGroup, deadlineOf, stepGroup } from "../balancer/group.ts";
import type { CycleKind, ResultScope } from "../model/cycle.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import type { Instant } from "../model/units.ts";
import type { EngineEffect, EngineNews } from "./contract.ts";
import { proxiesIn, resultFor } from "./leads.ts";
import type { BalancerModel, Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/** A step of the core under way. The pieces work on it one after the other; outside, a step is a pure function. */
export interface EngineTurn {
  readonly model: Model;
  state: EngineState;
  readonly now: Instant;
  readonly effects: EngineEffect[];
  readonly cycles: EngineNews["cycles"][number][];
  readonly updated: Tag[];
}

/** Inner groups first. */
const balancers = ({ groups }: Model): readonly BalancerModel[] =>
  groups.filter((group): group is BalancerModel => group.kind === "balancer");

function step(turn: EngineTurn, group: BalancerModel, input: GroupInput): void {
  const before = turn.state.groups[group.tag] ?? createGroup(group.setup);
  const { state, effects } = stepGroup(group.setup, before, input, turn.now);
  turn.state = { ...turn.state, groups: { ...turn.state.groups, [group.tag]: state } };
  for (const effect of effects) turn.effects.push(effect.kind === "close" ? { ...effect, group: group.tag } : effect);
}

/** What is known of these outbounds, groups among them by their own result. */
function known({ model, state }: EngineTurn, members: readonly Tag[]): Record<Tag, TestResult> {
  const results = members.map((member) => [member, resultFor(model, state, member)] as const);
  return Object.fromEntries(results.filter((one): one is readonly [Tag, TestResult] => one[1] !== null));
}

/** Groups begin their run, with what is known from an earlier one. */
export function startGroups(turn: EngineTurn): void {
  for (const group of balancers(turn.model)) step(turn, group, { kind: "start", cached: known(turn, group.members) });
}

/**
 * Groups that came in the middle of a run: they are told what this run knows, and those around them what they make of it.
 * A selector may have another default, which those around it are told too.
 */
export function joinGroups(turn: EngineTurn, isNew: (tag: Tag) => boolean): void {
  for (const group of turn.model.groups) {
    if (group.kind === "balancer" && !isNew(group.tag)) continue;
    if (group.kind === "balancer") join(turn, group);
    deliver(turn, [group.tag], "single");
  }
}

function join(turn: EngineTurn, group: BalancerModel): void {
  const { cycle } = turn.state.monitoring;
  step(turn, group, { kind: "join", results: known(turn, group.members) });
  if (cycle) step(turn, group, { kind: "cycle-started", cycle: cycle.kind, targets: membersIn(turn, group, cycle) });
}

/**
 * Gives the results of these outbounds to every group that has them as members, the inner groups first: a group's own
 * result goes on to the groups around it where it is news to them.
 */
export function deliver(turn: EngineTurn, tags: readonly Tag[], scope: ResultScope): void {
  const news = new Set(tags);
  for (const group of turn.model.groups) {
    const mine = group.members.filter((member) => news.has(member));
    const told = group.kind === "balancer" ? update(turn, group, mine, scope) : mine.length > 0;
    if (!told) continue;
    turn.updated.push(group.tag);
    news.add(group.tag);
  }
}

/** Whether there was anything to tell. */
function update(turn: EngineTurn, group: BalancerModel, members: readonly Tag[], scope: ResultScope): boolean {
  const mine = members.filter((member) => !turn.model.groupOf.has(member) || isNews(turn, group, member));
  if (mine.length > 0) step(turn, group, { kind: "results", results: known(turn, mine), scope });
  return mine.length > 0;
}

/** An inner group is news only when its own result is another one: not every result inside it moves that. */
function isNews({ model, state }: EngineTurn, { tag, members }: BalancerModel, inner: Tag): boolean {
  const before = state.groups[tag]?.known[members.indexOf(inner)] ?? null;
  const result = resultFor(model, state, inner);
  return result !== null && JSON.stringify(result) !== JSON.stringify(before);
}

export function beginCycle(turn: EngineTurn, cycle: CycleKind, targets: readonly Tag[]): void {
  turn.cycles.push({ kind: cycle, targets });
  for (const group of balancers(turn.model))
    step(turn, group, { kind: "cycle-started", cycle, targets: membersIn(turn, group, { targets }) });
}

/** The members that a cycle is to test, groups among them by what is inside. */
function membersIn({ model }: EngineTurn, { members }: BalancerModel, cycle: { readonly targets: readonly Tag[] }) {
  const tested = new Set(cycle.targets);
  return members.filter((member) => proxiesIn(model, member).some((tag) => tested.has(tag)));
}

/** The cycle ends for the inner groups first: what they choose is news for the outer ones, in the same cycle. */
export function endCycle(turn: EngineTurn): void {
  for (const group of balancers(turn.model)) {
    const inner = group.members.filter((member) => turn.model.groupOf.has(member));
    if (update(turn, group, inner, "cycle")) turn.updated.push(group.tag);
    step(turn, group, { kind: "cycle-ended" });
  }
}

/** Deadlines of groups that are due: the end of a stay, the closing after start. */
export function groupTimers(turn: EngineTurn): void {
  for (const group of balancers(turn.model)) {
    const state = turn.state.groups[group.tag];
    const at = state ? deadlineOf(state) : null;
    if (at === null || at > turn.now) continue;
    step(turn, group, { kind: "timer" });
    deliver(turn, [group.tag], "single");
  }
}
