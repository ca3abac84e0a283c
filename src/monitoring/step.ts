import { never } from "../lib/never.ts";
import type { ExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import { between, type Instant, type Ms } from "../model/units.ts";
import { type AttemptEnd, attemptEnded } from "./attempt-ended.ts";
import { beginTest, joinAsked, sendAttempt, watchDogAt } from "./attempts.ts";
import { cycleWhenDue, fillWorkers, finishCycle, seeTraffic, startCycle } from "./cycle.ts";
import { monitoringDeadline } from "./deadline.ts";
import { flush } from "./deliver.ts";
import { endLookup, startLookups } from "./look-ups.ts";
import { networkChanged, networkDue, setOnline } from "./network.ts";
import { dependentsOf, isReady, lookAgain, testOnEvent, wait } from "./readiness.ts";
import { stagesDue } from "./stages.ts";
import type { MonitoringState } from "./state.ts";
import { change, emit, log, type MonitoringEffect, type Turn, without } from "./turn.ts";

/** What happens to the monitoring. `first` and `tag`s are proxies: where groups lead is the caller's to say. */
export type MonitoringInput =
  /** @property first what the groups' selections lead to, tested before all else (M5) */
  | { readonly kind: "start"; readonly first: readonly Tag[] }
  | { readonly kind: "woken" }
  | { readonly kind: "timer" }
  | { readonly kind: "run-cycle" }
  | { readonly kind: "attempt-ended"; readonly id: number; readonly end: AttemptEnd }
  | {
      readonly kind: "lookup-ended";
      readonly id: number;
      readonly found: { readonly exit: ExitIp; readonly took: Ms } | null;
    }
  | { readonly kind: "ask"; readonly tags: readonly Tag[] }
  | { readonly kind: "stop-asked" }
  | { readonly kind: "connection-failed"; readonly tag: Tag }
  | { readonly kind: "traffic" }
  /** A selector now leads to this proxy; `through` are outbounds whose detour leads over it. */
  | { readonly kind: "selected"; readonly tag: Tag }
  | { readonly kind: "network-changed" }
  | { readonly kind: "online"; readonly online: boolean }
  | { readonly kind: "ready"; readonly tag: Tag; readonly ready: boolean };

/** B7: a member is not tested again for a failed connection within this time of the last such test's end. */
const BLAME_PAUSE_MS = 2_000;
/** M16: a new selection measured this lately is not tested again. */
const YOUNG_MS = 15_000;

/**
 * One step of the monitoring. Whatever is due by `now` happens first, then the input, then free workers are filled.
 *
 * @param leadsTo the proxy that an outbound or a group's selection leads to
 */
export function stepMonitoring(
  state: MonitoringState,
  input: MonitoringInput,
  now: Instant,
  leadsTo: (tag: Tag) => Tag | null,
): { readonly state: MonitoringState; readonly effects: readonly MonitoringEffect[] } {
  const turn: Turn = { state, now, effects: [], leadsTo };
  due(turn);
  take(turn, input);
  settle(turn);
  return { state: turn.state, effects: turn.effects };
}

function due(turn: Turn): void {
  stagesDue(turn);
  if (turn.state.flushAt !== null && turn.state.flushAt <= turn.now) flush(turn);
  lookAgain(turn);
  networkDue(turn);
  cycleWhenDue(turn);
}

/** Fills the workers and ends or repeats the cycle, until neither changes anything. */
function settle(turn: Turn): void {
  for (let before: unknown = null; before !== turn.state; ) {
    before = turn.state;
    fillWorkers(turn);
    finishCycle(turn);
  }
  startLookups(turn);
}

function take(turn: Turn, input: MonitoringInput): void {
  switch (input.kind) {
    case "start":
      return start(turn, input.first);
    case "woken":
      return wake(turn);
    case "timer":
      return;
    case "run-cycle":
      change(turn, { started: true });
      return startCycle(turn, "regular");
    case "attempt-ended":
      return attemptEnded(turn, input.id, input.end);
    case "lookup-ended":
      return endLookup(turn, input.id, input.found);
    case "ask":
      return ask(turn, input.tags);
    case "stop-asked":
      return stopAsked(turn);
    case "connection-failed":
      return blame(turn, input.tag);
    case "traffic":
      return seeTraffic(turn);
    case "selected":
      return selected(turn, input.tag);
    case "network-changed":
      return networkChanged(turn);
    case "online":
      return setOnline(turn, input.online);
    case "ready":
      return setReady(turn, input.tag, input.ready);
    default:
      return never(input);
  }
}

function start(turn: Turn, first: readonly Tag[]): void {
  change(turn, { started: true, trafficAt: turn.now, idle: false });
  for (const tag of new Set(first))
    if (isReady(turn, tag) && !turn.state.tests[tag]) beginTest(turn, tag, "start", turn.now);
  startCycle(turn, "first");
}

/** The requests under way died with the background: they are sent again, with new ids. */
function wake(turn: Turn): void {
  for (const [tag, test] of Object.entries(turn.state.tests)) if (test.attempt) sendAttempt(turn, tag, test);
  for (const [id, lookup] of Object.entries(turn.state.lookups))
    change(turn, {
      lookups: without(turn.state.lookups, id),
      lookupQueue: [...turn.state.lookupQueue, lookup.tag],
    });
}

/** M12: tests that a person asks for; each outbound's own, beside the workers. */
function ask(turn: Turn, tags: readonly Tag[]): void {
  const known = tags.filter((tag) => turn.state.outbounds.some((one) => one.tag === tag));
  const { asked } = turn.state;
  const open = asked && asked.done < asked.total ? asked : { done: 0, total: 0 };
  const fresh = known.filter((tag) => !turn.state.tests[tag]?.asked);
  change(turn, { asked: { done: open.done, total: open.total + fresh.length } });
  for (const tag of fresh) {
    const running = turn.state.tests[tag];
    if (running) joinAsked(turn, tag, running);
    else beginTest(turn, tag, "ask", turn.now);
  }
}

/** The tests asked for end without a result; those that only joined a cycle's test let it go on. */
function stopAsked(turn: Turn): void {
  for (const [tag, test] of Object.entries(turn.state.tests)) {
    if (!test.asked) continue;
    if (test.cause !== "ask" || test.inCycle) {
      change(turn, { tests: { ...turn.state.tests, [tag]: { ...test, asked: null } } });
      continue;
    }
    if (test.attempt) emit(turn, { kind: "abort-attempt", id: test.attempt.id });
    change(turn, { tests: without(turn.state.tests, tag) });
  }
  change(turn, { asked: null });
}

function blame(turn: Turn, tag: Tag): void {
  if (!turn.state.outbounds.some((one) => one.tag === tag)) return;
  const last = turn.state.blamedAt[tag];
  if (last !== undefined && between(last, turn.now) < BLAME_PAUSE_MS && !turn.state.tests[tag]) return;
  log(turn, `connection failed through ${tag}`);
  testOnEvent(turn, tag);
}

/** M11, M16: the new selection is tested unless it is young; what goes through it is tested in any case. */
function selected(turn: Turn, tag: Tag): void {
  const result = turn.state.results[tag];
  const young = result && !(result.kind === "delay" && result.cached) && between(result.endedAt, turn.now) < YOUNG_MS;
  if (!young && turn.state.outbounds.some((one) => one.tag === tag)) testOnEvent(turn, tag);
  for (const dependent of dependentsOf(turn, tag)) testOnEvent(turn, dependent);
}

function setReady(turn: Turn, tag: Tag, ready: boolean): void {
  const { notReady } = turn.state;
  change(turn, { notReady: ready ? without(notReady, tag) : { ...notReady, [tag]: true } });
  if (ready && notReady[tag]) {
    if (isReady(turn, tag)) testOnEvent(turn, tag);
    else wait(turn, tag);
  }
}

/** When the monitoring must be stepped with `timer`. */
export function deadlineOfMonitoring(state: MonitoringState): Instant | null {
  return monitoringDeadline(state, (test) =>
    watchDogAt({ state, now: state.trafficAt, effects: [], leadsTo: () => null }, test),
  );
}
