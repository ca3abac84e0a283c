import { never } from "../lib/never.ts";
import type { ResultScope } from "../model/cycle.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import { after, type Instant, type Ms } from "../model/units.ts";
import type { GroupEffect, GroupInput, GroupSetup } from "./contract.ts";
import { eligibleMembers, isOfThisRun, type Known, type Network } from "./delay-model.ts";
import { hasRides } from "./has-rides.ts";
import { beginSettling, settle } from "./settle.ts";
import { planOf } from "./shown.ts";
import type { GroupState } from "./state.ts";
import { type StrategyMemory, strategyOf } from "./strategies.ts";
import type { Cause } from "./strategy.ts";
import { takersOf } from "./takers.ts";
import { viewOf } from "./view.ts";

type Stepped = { readonly state: GroupState; readonly effects: readonly GroupEffect[] };
type Results = Readonly<Record<Tag, TestResult>>;

/** A group of which nothing is known yet. The run begins for it with the input `start`. */
export function createGroup(setup: GroupSetup): GroupState {
  const blank: GroupState = {
    known: setup.members.map(() => null),
    settle: { kind: "idle" },
    cycle: null,
    cycleEnded: false,
    joined: false,
    deaths: {},
    tcp: null,
    udp: null,
  };
  if (setup.members.length === 0) return blank;
  const { begin } = strategyOf(setup.options.strategy);
  const apart = eligibleMembers(setup.members, "udp").length < setup.members.length;
  const udp = apart ? begin(viewOf(setup, blank, "udp")) : null;
  return { ...blank, tcp: begin(viewOf(setup, blank, "tcp")), udp };
}

/**
 * What becomes of a group when something happens to it.
 *
 * @param state of this very setup
 * @returns the new state, and what the shell must do: close connections, write lines to the log
 */
export function stepGroup(setup: GroupSetup, state: GroupState, input: GroupInput, now: Instant): Stepped {
  const stepped = happen(setup, state, input, now);
  const settled = settle(setup, stepped.state, now);
  return { state: settled.state, effects: [...stepped.effects, ...settled.effects] };
}

function happen(setup: GroupSetup, state: GroupState, input: GroupInput, now: Instant): Stepped {
  switch (input.kind) {
    case "start": {
      const started = { ...state, settle: beginSettling(now) };
      return update(setup, started, loadable(input.cached), "single", now);
    }
    case "join": {
      const joined = { ...state, settle: beginSettling(now), joined: true };
      return update(setup, joined, input.results, "single", now);
    }
    case "results":
      return update(setup, state, input.results, input.scope, now);
    case "cycle-started":
      return { state: { ...state, cycle: { kind: input.cycle, tested: [] } }, effects: [] };
    case "cycle-ended":
      return choose(setup, cycleOver(state), "cycle-ended", false, now);
    case "timer":
      return stayEnded(state, now) ? choose(setup, state, "timer", false, now) : { state, effects: [] };
    default:
      return never(input);
  }
}

/** The end of a cycle that was over before the group came says nothing to it. */
const cycleOver = (state: GroupState): GroupState =>
  state.joined && !state.cycle ? state : { ...state, cycle: null, cycleEnded: true, joined: false };

/** A failure of an earlier run is no result (B2). */
const loadable = (cached: Results): Results =>
  Object.fromEntries(Object.entries(cached).filter(([, { kind }]) => kind === "delay"));

function update(setup: GroupSetup, state: GroupState, results: Results, scope: ResultScope, now: Instant): Stepped {
  const fresh = setup.members.map(({ tag }, member) => news(results, tag, state.known[member] ?? null));
  if (fresh.every((result) => result === null)) return { state, effects: [] };
  const known = state.known.map((old, member) => fresh[member] ?? old);
  const deaths = deathsAfter(setup, state, fresh);
  const next = { ...state, known, deaths, cycle: scope === "single" ? state.cycle : testedBy(state, fresh) };
  const chosen = choose(setup, next, "results", scope !== "cycle", now);
  return { ...chosen, effects: [...closing(setup, fresh), ...chosen.effects] };
}

/** What is new of a member. A cached result never replaces one of this run. */
function news(results: Results, tag: Tag, old: Known): Known {
  const result = Object.hasOwn(results, tag) ? (results[tag] ?? null) : null;
  return isOfThisRun(result) || !isOfThisRun(old) ? result : null;
}

function testedBy({ cycle }: GroupState, fresh: readonly Known[]): GroupState["cycle"] {
  if (!cycle) return cycle;
  const tested = [...fresh.keys()].filter((member) => isOfThisRun(fresh[member] ?? null));
  return { ...cycle, tested: [...new Set([...cycle.tested, ...tested])] };
}

/** Of members that take no connections nobody need know: nothing rides on them. */
function deathsAfter(setup: GroupSetup, state: GroupState, fresh: readonly Known[]): GroupState["deaths"] {
  const plan = planOf(setup, state);
  if (!hasRides(plan)) return state.deaths;
  const died = takersOf(plan).filter((member) => fresh[member]?.kind === "failed");
  return { ...state.deaths, ...Object.fromEntries(died.map((member) => [member, (state.deaths[member] ?? 0) + 1])) };
}

/** A member whose test failed has its own connections closed, nobody else's (B9). */
function closing({ members, options }: GroupSetup, fresh: readonly Known[]): GroupEffect[] {
  const died = members.filter((_, member) => fresh[member]?.kind === "failed").map(({ tag }) => tag);
  return died.length === 0
    ? []
    : [{ kind: "close", members: died, why: "died", interrupt: options.interruptExistConnections }];
}

function choose(setup: GroupSetup, state: GroupState, cause: Cause, atOnce: boolean, now: Instant): Stepped {
  const effects: GroupEffect[] = [];
  const chosen = (memory: StrategyMemory | null, network: Network): StrategyMemory | null => {
    if (!memory) return null;
    const choice = strategyOf(memory.kind).choose(memory, viewOf(setup, state, network, atOnce), cause, now);
    if (choice.line !== null) effects.push({ kind: "log", line: choice.line });
    return choice.memory;
  };
  return { state: { ...state, tcp: chosen(state.tcp, "tcp"), udp: chosen(state.udp, "udp") }, effects };
}

function stayEnded(state: GroupState, now: Instant): boolean {
  return stays(state).some((at) => at <= now);
}

const stays = ({ tcp, udp }: GroupState): readonly Instant[] =>
  [tcp, udp].flatMap((memory) => (memory && strategyOf(memory.kind).deadline(memory)) ?? []);

/** The clock was set back by so much (negative): what is to come moves with it, and does not wait for hours. */
export function moveGroup(state: GroupState, by: Ms): GroupState {
  const moved = (memory: StrategyMemory | null): StrategyMemory | null =>
    memory && strategyOf(memory.kind).moved(memory, by);
  const settle: GroupState["settle"] =
    state.settle.kind === "timed" ? { kind: "timed", at: after(state.settle.at, by) } : state.settle;
  return { ...state, settle, tcp: moved(state.tcp), udp: moved(state.udp) };
}

/** When the group must be stepped with `timer`, though nothing happened: the end of a stay (LD5), the closing after start (B10). */
export function deadlineOf(state: GroupState): Instant | null {
  const deadlines = [...stays(state), ...(state.settle.kind === "timed" ? [state.settle.at] : [])];
  return deadlines.toSorted((a, b) => a - b)[0] ?? null;
}
