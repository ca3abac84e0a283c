import type { CycleKind } from "../model/cycle.ts";
import type { Tag } from "../model/outbound.ts";
import { after, between } from "../model/units.ts";
import { beginTest } from "./attempts.ts";
import { flush } from "./deliver.ts";
import { isReady, wait } from "./readiness.ts";
import type { Cycle, MonitoringState } from "./state.ts";
import { change, emit, log, setTest, type Turn, worked } from "./turn.ts";

/**
 * Cycles.
 *
 *   none ── its time has come, or traffic after idling ──> running ── queue empty, its tests over ──┐
 *    ^                                                       │ ^                                     │
 *    │                                                       │ └── no success, another address ──────┤
 *    └─────────────── ended: next in `interval` ─────────────┴───────────────────────────────────────┘
 */
export function startCycle(turn: Turn, kind: CycleKind): void {
  if (turn.state.cycle) endCycle(turn);
  const targets = inOrder(turn.state, kind === "network" ? allTags(turn.state) : dueTags(turn));
  const cycle: Cycle = { kind, startedAt: turn.now, queue: targets, targets, measured: 0, successes: 0 };
  change(turn, { cycle, idle: false, nextCycleAt: after(turn.now, turn.state.settings.interval) });
  log(turn, `cycle: ${kind}, ${targets.length} to test`);
  emit(turn, { kind: "cycle-started", cycle: kind, targets });
}

const allTags = (state: MonitoringState): readonly Tag[] => state.outbounds.map(({ tag }) => tag);

/** M6: whose result is as old as `interval`, or marked, or not of this run. */
function dueTags({ state, now }: Turn): readonly Tag[] {
  return allTags(state).filter((tag) => {
    const result = state.results[tag];
    if (!result || state.marked[tag] || !worked(result)) return true;
    return between(result.stampedAt, now) >= state.settings.interval;
  });
}

/** M6: fastest first by the last result, cached or not; failed ones after those, untested ones last. */
function inOrder({ results }: MonitoringState, tags: readonly Tag[]): readonly Tag[] {
  const rank = (tag: Tag): number => {
    const result = results[tag];
    if (!result) return Number.POSITIVE_INFINITY;
    return result.kind === "delay" ? result.delay : Number.MAX_SAFE_INTEGER;
  };
  return tags.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
}

/** Gives free workers the next tests; what is being tested already is joined (M15), what is not ready is skipped (M8). */
export function fillWorkers(turn: Turn): void {
  for (;;) {
    const { cycle, settings, tests } = turn.state;
    const [tag, ...queue] = cycle?.queue ?? [];
    if (!cycle || tag === undefined || busyWorkers(turn.state) >= settings.workers) return;
    change(turn, { cycle: { ...cycle, queue } });
    const running = tests[tag];
    if (running) setTest(turn, tag, { ...running, inCycle: true });
    else if (isReady(turn, tag)) beginTest(turn, tag, "cycle", cycle.startedAt);
    else wait(turn, tag);
  }
}

const busyWorkers = (state: MonitoringState): number =>
  Object.values(state.tests).reduce((busy, { worker }) => busy + (worker ? 1 : 0), 0);

/** Ends the cycle when all its tests are over; or runs it again with the next address when none succeeded (M19). */
export function finishCycle(turn: Turn): void {
  const { cycle, tests } = turn.state;
  if (!cycle || cycle.queue.length > 0 || Object.values(tests).some(({ inCycle }) => inCycle)) return;
  flush(turn);
  if (nextAddress(turn, cycle)) {
    log(turn, "cycle: no success, again with the next address");
    const again: Cycle = { ...cycle, startedAt: turn.now, queue: cycle.targets, measured: 0, successes: 0 };
    change(turn, { cycle: again });
    emit(turn, { kind: "cycle-started", cycle: cycle.kind, targets: cycle.targets });
    return;
  }
  endCycle(turn);
}

/** Moves to the next address after a cycle without a success, and back to the first after the last. */
function nextAddress(turn: Turn, { measured, successes }: Cycle): boolean {
  const { online, urlIndex, settings } = turn.state;
  if (!online || measured === 0 || successes > 0) return false;
  const more = urlIndex + 1 < settings.urls.length;
  change(turn, { urlIndex: more ? urlIndex + 1 : 0 });
  return more;
}

function endCycle(turn: Turn): void {
  flush(turn);
  const { tests } = turn.state;
  const loose = Object.entries(tests).map(([tag, test]) => [tag, { ...test, inCycle: false, worker: false }] as const);
  change(turn, { cycle: null, tests: Object.fromEntries(loose) });
  log(turn, "cycle: ended");
  emit(turn, { kind: "cycle-ended" });
}

/** M7: starts the next cycle when its time has come; no connection for `idle_timeout`: testing stops instead. */
export function cycleWhenDue(turn: Turn): void {
  const { cycle, nextCycleAt, trafficAt, settings, started, idle } = turn.state;
  if (!started || cycle || idle || nextCycleAt === null || nextCycleAt > turn.now) return;
  if (between(trafficAt, turn.now) >= settings.idleTimeout) {
    log(turn, "idle: testing stops");
    change(turn, { idle: true });
    return;
  }
  startCycle(turn, "regular");
}

/** M7: a connection of the user. */
export function seeTraffic(turn: Turn): void {
  const { idle } = turn.state;
  change(turn, { trafficAt: turn.now, idle: false });
  if (idle) cycleWhenDue(turn);
}
