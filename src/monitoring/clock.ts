import { after, between, type Instant, type Ms } from "../model/units.ts";
import { deadlineOfMonitoring } from "./deadline.ts";
import { networkChanged } from "./network.ts";
import type { AddressLimit, MonitoringState, RunningTest, Waiting } from "./state.ts";
import { change, log, type Turn } from "./turn.ts";

/** Three beats. */
const LONGEST_SILENCE = 90_000;
/** Timers of browsers ring sooner than so long after their time. */
const LATE = 20_000;
/** A clock is set by little now and then. */
const SMALL_STEP = 5_000;

/**
 * M17: jumps of the clock. Every step is a sign of life, and one comes every half minute once there are beats; a stopped
 * background is woken for them.
 *
 *   seen ── a step soon after ─────────────────────────────────────> seen
 *    ├── a step after more than 90 s, or long after what was due ─> seen, the network changed: the machine slept
 *    └── a step before it ── the clock was set back ── all that was to come moves with it ──> seen
 *                                                     └ by more than 5 s ──> the network changed
 *
 * It is looked at before all that is due: what was under way when the machine slept did not run into its limits, whatever
 * woke it first.
 *
 * @param woken the background was stopped meanwhile: nobody could have been in time
 */
export function seeClock(turn: Turn, woken: boolean): void {
  const { seenAt, beating } = turn.state;
  const silence = between(seenAt ?? turn.now, turn.now);
  const late = !woken && silence > LATE && isLate(turn);
  change(turn, { seenAt: turn.now });
  if (silence < 0) moveMoments(turn, silence);
  if (!beating || (silence <= LONGEST_SILENCE && silence >= -SMALL_STEP && !late)) return;
  log(turn, `network: the clock jumped by ${Math.round(silence / 1_000)} s`);
  networkChanged(turn);
}

function isLate({ state, now }: Turn): boolean {
  const due = deadlineOfMonitoring(state);
  return due !== null && between(due, now) > LATE;
}

/** A sign of life, every half minute while the extension is on. */
export function beat(turn: Turn): void {
  change(turn, { beating: true });
}

/**
 * The clock was set back: without this a debounce window, a watch-dog or the next cycle would last for as long as that.
 * After a small step the next cycle would find results too young, by however little; after a large one they keep their
 * stamps, and one of the future is due.
 */
function moveMoments(turn: Turn, by: Ms): void {
  const { trafficAt, nextCycleAt, networkAt, flushAt, cycle, tests, waiting, results, fallen } = turn.state;
  const move = (at: Instant): Instant => after(at, by);
  const moveIf = (at: Instant | null): Instant | null => (at === null ? null : move(at));
  change(turn, {
    trafficAt: move(trafficAt),
    nextCycleAt: moveIf(nextCycleAt),
    networkAt: moveIf(networkAt),
    flushAt: moveIf(flushAt),
    cycle: cycle && { ...cycle, startedAt: move(cycle.startedAt) },
    tests: mapValues(tests, (test) => moveTest(test, move)),
    waiting: mapValues(waiting, (one): Waiting => ({ ...one, lookAt: move(one.lookAt), since: move(one.since) })),
    fallen: mapValues(fallen, ({ delay, comeback }) => ({
      delay,
      comeback: comeback && { ...comeback, testAt: move(comeback.testAt) },
    })),
    ...moveLost(turn.state, move),
    results: by < -SMALL_STEP ? results : mapValues(results, (one) => ({ ...one, stampedAt: move(one.stampedAt) })),
  });
}

/** What M26, M28 and X6.18 remember of moments. */
function moveLost(state: MonitoringState, move: (at: Instant) => Instant): Partial<MonitoringState> {
  const { lostNetwork, upheaval, deadEnds, limits } = state;
  const moveLimit = ({ answeredAt, restsUntil }: AddressLimit): AddressLimit => ({
    answeredAt: mapValues(answeredAt, move),
    restsUntil: restsUntil === null ? null : move(restsUntil),
  });
  return {
    lostNetwork: lostNetwork?.kind === "lost" ? { ...lostNetwork, testAt: move(lostNetwork.testAt) } : lostNetwork,
    upheaval: upheaval && { ...upheaval, at: move(upheaval.at) },
    deadEnds: mapValues(deadEnds, (one) => ({ ...one, askedAt: move(one.askedAt) })),
    limits: mapValues(limits, moveLimit),
  };
}

function moveTest(test: RunningTest, move: (at: Instant) => Instant): RunningTest {
  const { attempt, asked } = test;
  return {
    ...test,
    startedAt: move(test.startedAt),
    stampedAt: move(test.stampedAt),
    attempt: attempt && { ...attempt, startedAt: move(attempt.startedAt) },
    asked: asked && {
      ...asked,
      missAt: move(asked.missAt),
      retryAt: asked.retryAt.map(move),
      deadline: asked.deadline === null ? null : move(asked.deadline),
    },
  };
}

const mapValues = <V>(record: Readonly<Record<string, V>>, how: (value: V) => V): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, how(value)]));
