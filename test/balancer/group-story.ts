import type { GroupEffect, GroupInput, GroupSetup } from "../../src/balancer/contract.ts";
import { createGroup, deadlineOf, stepGroup } from "../../src/balancer/group.ts";
import type { GroupState } from "../../src/balancer/state.ts";
import type { CycleKind } from "../../src/model/cycle.ts";
import type { BalancerOptions, Strategy } from "../../src/model/outbound.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { instant, ms } from "../../src/model/units.ts";

/** Outcomes by member: a delay in ms, or "fail". */
export type Outcomes = Readonly<Record<string, number | "fail">>;
export type Input = readonly [at: number, input: GroupInput];

const DEFAULTS: BalancerOptions = {
  strategy: "round-robin",
  delayAcceptableRatio: 2,
  tolerance: null,
  toleranceRatio: null,
  interruptExistConnections: false,
  maxRetry: 0,
  ttl: ms(0),
  stickyHash: null,
  pool: 3,
};

/** A group "g" of members named by one letter each; those in capitals carry no UDP. */
export function groupOf(strategy: Strategy, letters: string, options: Partial<BalancerOptions> = {}): GroupSetup {
  const members = [...letters].map((tag) => ({ tag, udp: tag === tag.toLowerCase(), weight: 1 }));
  return { tag: "g", members, options: { ...DEFAULTS, ...options, strategy } };
}

export function resultsOf(outcomes: Outcomes, at: number, cached = false): Record<string, TestResult> {
  const times = { stampedAt: instant(at), endedAt: instant(at) };
  return Object.fromEntries(
    Object.entries(outcomes).map(([tag, outcome]): [string, TestResult] => [
      tag,
      outcome === "fail"
        ? { kind: "failed", error: { code: "refused" }, ...times }
        : { kind: "delay", delay: outcome, cached, ...times },
    ]),
  );
}

export const start = (at: number, cached: Outcomes = {}): Input => [
  at,
  { kind: "start", cached: resultsOf(cached, at, true) },
];
export const begins = (at: number, cycle: CycleKind): Input => [at, { kind: "cycle-started", cycle, targets: [] }];
export const ends = (at: number): Input => [at, { kind: "cycle-ended" }];
export const tested = (at: number, outcomes: Outcomes): Input => [
  at,
  { kind: "results", results: resultsOf(outcomes, at), scope: "cycle" },
];
export const single = (at: number, outcomes: Outcomes): Input => [
  at,
  { kind: "results", results: resultsOf(outcomes, at), scope: "single" },
];
/** Of a test outside the running cycle that the cycle joined. */
export const joined = (at: number, outcomes: Outcomes): Input => [
  at,
  { kind: "results", results: resultsOf(outcomes, at), scope: "joined" },
];
/** Nothing but time passes. */
export const until = (at: number): Input => [at, { kind: "timer" }];

/** The first cycle, from 1 to 900, with these results. */
export const firstCycle = (outcomes: Outcomes): Input[] => [
  start(0),
  begins(1, "first"),
  ...Object.entries(outcomes).map(([tag, outcome], i) => tested(100 + i, { [tag]: outcome })),
  ends(900),
];

export interface Played {
  readonly state: GroupState;
  readonly effects: readonly (GroupEffect & { readonly at: number })[];
}

/** Plays inputs on a new group; deadlines fire by themselves. `each` may replace the state after every step. */
export function play(setup: GroupSetup, inputs: readonly Input[], each = (state: GroupState) => state): Played {
  let state = createGroup(setup);
  const effects: (GroupEffect & { readonly at: number })[] = [];
  const step = (input: GroupInput, at: number): void => {
    const stepped = stepGroup(setup, state, input, instant(at));
    state = each(stepped.state);
    effects.push(...stepped.effects.map((effect) => ({ ...effect, at })));
  };
  for (const [at, input] of inputs) {
    for (let due = deadlineOf(state); due !== null && due <= at; due = deadlineOf(state)) step({ kind: "timer" }, due);
    step(input, at);
  }
  return { state, effects };
}

/** What was closed, as "time why members", the user's connections with a "!". */
export const closings = ({ effects }: Played): string[] =>
  effects.flatMap((one) =>
    one.kind === "close" ? [`${one.at} ${one.why} ${one.members.join("")}${one.interrupt ? "!" : ""}`] : [],
  );

export const logLines = ({ effects }: Played): string[] =>
  effects.flatMap((one) => (one.kind === "log" ? [one.line] : []));
