import type { CycleKind } from "../model/cycle.ts";
import type { Tag } from "../model/outbound.ts";
import { after, type Instant, instant } from "../model/units.ts";
import { beginTest } from "./attempts.ts";
import { targetsOf } from "./cycle-targets.ts";
import { flush } from "./deliver.ts";
import { seeCycleEnd, workedBefore } from "./lost-network.ts";
import { isReady, wait } from "./readiness.ts";
import type { Cycle, MonitoringState, RunningTest } from "./state.ts";
import { addressInUse, isProven } from "./test-addresses.ts";
import { change, emit, log, setTest, type Turn } from "./turn.ts";

/**
 * Cycles.
 *
 *   none ── its time has come, or traffic after idling ──> running ── queue empty, its tests over ──┐
 *    ^                                                       │ ^                                     │
 *    │                                                       │ └── no success, another address ──────┤
 *    └─────────────── ended: next in `interval` ─────────────┴───────────────────────────────────────┘
 *
 * A cycle that begins while another runs takes its place: the tests of the former go on, and keep their workers.
 *
 * @param targets what it tests, in order
 */
export function startCycle(turn: Turn, kind: CycleKind, targets = targetsOf(turn, kind)): void {
  if (!turn.state.cycle) flush(turn);
  const counts = { measured: 0, successes: 0, worked: workedBefore(turn) };
  const cycle: Cycle = { kind, startedAt: turn.now, queue: targets, targets, ...counts };
  const nextCycleAt = after(turn.now, turn.state.settings.interval);
  change(turn, { cycle, cycleOpen: true, idle: false, nextCycleAt });
  log(turn, `cycle: ${kind}, ${targets.length} to test`);
  emit(turn, { kind: "cycle-started", cycle: kind, targets });
  joinRunning(turn, cycle);
}

/** M15: what is being tested already is not tested twice. */
function joinRunning(turn: Turn, cycle: Cycle): void {
  const targets = new Set(cycle.targets);
  for (const [tag, test] of Object.entries(turn.state.tests)) {
    if (targets.has(tag)) join(turn, tag, test, cycle.startedAt);
    else if (test.inCycle) setTest(turn, tag, { ...test, inCycle: false });
  }
  const queue = cycle.queue.filter((tag) => !turn.state.tests[tag]);
  change(turn, { cycle: { ...cycle, queue } });
}

/** M15: a test that began beside the workers is the cycle's too, though no worker is free for it yet. */
function joinQueued(turn: Turn): void {
  const { cycle, tests } = turn.state;
  if (!cycle || cycle.queue.length === 0) return;
  const beside = Object.keys(tests).filter((tag) => tests[tag]?.inCycle === false);
  const joined = new Set(beside.filter((tag) => cycle.queue.includes(tag)));
  if (joined.size === 0) return;
  change(turn, { cycle: { ...cycle, queue: cycle.queue.filter((tag) => !joined.has(tag)) } });
  for (const tag of joined) {
    const test = turn.state.tests[tag];
    if (test) join(turn, tag, test, cycle.startedAt);
  }
}

/** Stamped no later than the cycle began, so that the next one tests it too (M6). */
function join(turn: Turn, tag: Tag, test: RunningTest, startedAt: Instant): void {
  setTest(turn, tag, { ...test, inCycle: true, stampedAt: instant(Math.min(test.stampedAt, startedAt)) });
}

/** Gives free workers the next tests; what is not ready is skipped (M8). */
export function fillWorkers(turn: Turn): void {
  joinQueued(turn);
  for (;;) {
    const { cycle, settings } = turn.state;
    const [tag, ...queue] = cycle?.queue ?? [];
    if (!cycle || tag === undefined || busyWorkers(turn.state) >= settings.workers) return;
    change(turn, { cycle: { ...cycle, queue } });
    if (isReady(turn, tag)) beginTest(turn, tag, "cycle", `${cycle.kind} cycle`, cycle.startedAt);
    else wait(turn, tag, false, cycle.startedAt);
  }
}

const busyWorkers = ({ tests }: MonitoringState): number =>
  Object.values(tests).reduce((busy, { worker }) => busy + (worker ? 1 : 0), 0);

/** Ends the cycle when all its tests are over; or runs it again with the next address when none succeeded (M19). */
export function finishCycle(turn: Turn): void {
  const { cycle, tests } = turn.state;
  if (!cycle || cycle.queue.length > 0 || Object.values(tests).some(({ inCycle }) => inCycle)) return;
  if (nextAddress(turn, cycle)) {
    log(turn, "cycle: no success, again with the next address");
    return change(turn, { cycle: { ...cycle, queue: cycle.targets, measured: 0, successes: 0 } });
  }
  log(turn, `cycle: ended, ${cycle.successes} of ${cycle.measured} answered`);
  change(turn, { cycle: null, firstCycleOver: true });
  seeCycleEnd(turn, cycle.worked, cycle.startedAt);
  if (turn.state.pending.length === 0) flush(turn);
}

/**
 * Moves to the next address after a cycle without a success, and back to the first after the last; never while the
 * browser is offline or when nothing was tested, nor away from an address by which some outbound works.
 */
function nextAddress(turn: Turn, { measured, successes }: Cycle): boolean {
  const { online, settings } = turn.state;
  const inUse = addressInUse(turn.state, turn.now);
  if (!online || measured === 0 || successes > 0 || isProven(turn.state, inUse)) return false;
  const more = inUse + 1 < settings.urls.length;
  change(turn, { urlIndex: more ? inUse + 1 : 0 });
  return more;
}
