import type { GroupInput } from "../balancer/contract.ts";
import { createGroup, stepGroup } from "../balancer/group.ts";
import type { CycleKind } from "../model/cycle.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import type { Instant } from "../model/units.ts";
import type { EngineEffect } from "./contract.ts";
import { proxiesIn, resultFor } from "./leads.ts";
import type { GroupModel, Model } from "./model.ts";
import type { EngineState } from "./state.ts";

type Balancer = Extract<GroupModel, { kind: "balancer" }>;

/** A step of the groups under way. */
export interface GroupTurn {
  readonly model: Model;
  state: EngineState;
  readonly now: Instant;
  readonly effects: EngineEffect[];
}

const balancers = ({ groups }: Model): readonly Balancer[] =>
  groups.filter((group): group is Balancer => group.kind === "balancer");

function step(turn: GroupTurn, group: Balancer, input: GroupInput): void {
  const before = turn.state.groups[group.tag] ?? createGroup(group.setup, turn.now);
  const { state, effects } = stepGroup(group.setup, before, input, turn.now);
  turn.state = { ...turn.state, groups: { ...turn.state.groups, [group.tag]: state } };
  for (const effect of effects) turn.effects.push(effect.kind === "close" ? { ...effect, group: group.tag } : effect);
}

/** What is known of a group's members, groups among them by their own result. */
function known(turn: GroupTurn, members: readonly Tag[]): Record<Tag, TestResult> {
  const results: Record<Tag, TestResult> = {};
  for (const member of members) {
    const result = resultFor(turn.model, turn.state, member);
    if (result) results[member] = result;
  }
  return results;
}

/** Groups begin their run, the inner ones first; `only`: these alone. */
export function startGroups(turn: GroupTurn, only: ReadonlySet<Tag> | null = null): void {
  for (const group of balancers(turn.model))
    if (!only || only.has(group.tag)) step(turn, group, { kind: "start", cached: known(turn, group.members) });
}

/**
 * Gives results to every group that has these outbounds as members. A group's own result that changes by it goes on to
 * the groups around it, as one update each.
 */
export function deliver(turn: GroupTurn, tags: readonly Tag[], scope: "cycle" | "single"): void {
  const news = new Set(tags);
  for (const group of turn.model.groups) {
    const mine = group.members.filter((member) => news.has(member));
    if (mine.length === 0) continue;
    const before = JSON.stringify(resultFor(turn.model, turn.state, group.tag));
    if (group.kind === "balancer") step(turn, group, { kind: "results", results: known(turn, mine), scope });
    // A selector has no state of its own: what it leads to may have changed.
    if (group.kind === "selector" || JSON.stringify(resultFor(turn.model, turn.state, group.tag)) !== before)
      news.add(group.tag);
  }
}

export function beginCycle(turn: GroupTurn, cycle: CycleKind, targets: readonly Tag[]): void {
  const tested = new Set(targets);
  for (const group of balancers(turn.model)) {
    const own = group.members.filter((member) => proxiesIn(turn.model, member).some((tag) => tested.has(tag)));
    step(turn, group, { kind: "cycle-started", cycle, targets: own });
  }
}

/** The cycle ends for the inner groups first: what they choose is news for the outer ones, in the same cycle. */
export function endCycle(turn: GroupTurn): void {
  for (const group of balancers(turn.model)) {
    const inner = group.members.filter((member) => turn.model.groupOf.has(member));
    if (inner.length > 0) step(turn, group, { kind: "results", results: known(turn, inner), scope: "cycle" });
    step(turn, group, { kind: "cycle-ended" });
  }
}

/** Deadlines of groups that are due: the end of a stay, the closing after start. */
export function groupTimers(turn: GroupTurn, deadlineOf: (tag: Tag) => Instant | null): void {
  for (const group of balancers(turn.model)) {
    const at = deadlineOf(group.tag);
    if (at === null || at > turn.now) continue;
    const before = JSON.stringify(resultFor(turn.model, turn.state, group.tag));
    step(turn, group, { kind: "timer" });
    if (JSON.stringify(resultFor(turn.model, turn.state, group.tag)) !== before) deliverGroup(turn, group.tag);
  }
}

function deliverGroup(turn: GroupTurn, tag: Tag): void {
  deliver(turn, [tag], "single");
}
