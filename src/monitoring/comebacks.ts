import type { Tag } from "../model/outbound.ts";
import { after, between, type Instant, ms } from "../model/units.ts";
import { earliest } from "./moments.ts";
import { isReady, testAtOnce, wait } from "./readiness.ts";
import type { Fallen, MonitoringState, RunningTest } from "./state.ts";
import { change, setTest, type Turn, without, worked } from "./turn.ts";

/** M28: the first test after a failure comes so long after its end. */
const FIRST_MS = 10_000;
/** M28: connections that ask a dead group have its members tested at most this often, and so many each time. */
const ASK_PAUSE_MS = 5_000;
const ASK_BATCH = 50;
/** Connections that ask again after this time begin with the fastest member. */
const ASK_OVER_MS = 30_000;

/**
 * M28: a proxy that is back is used again in seconds.
 *
 *   its own time (Fallen) ──────────────────────────┐
 *   connections ask where nobody is alive (DeadEnd) ─┼──> queue ── a free place, `workers` in all ──> test
 *   a head came through it ─────────────────────────┘
 *
 * None of this while idle or offline, in the 2 s after a change of the network (M17), or while the network is lost (M26).
 */
const rests = ({ idle, online, networkAt, lostNetwork }: MonitoringState): boolean =>
  idle || !online || networkAt !== null || lostNetwork !== null;

/** A test failed: what had worked in this run has a time of its own from now on. To be called before it is recorded. */
export function notedFailure({ state, now }: Turn, tag: Tag, test: RunningTest): Readonly<Record<Tag, Fallen>> {
  const before = state.results[tag];
  const fallen = state.fallen[tag];
  if (before?.kind === "delay") {
    const wait = ms(Math.min(FIRST_MS, state.settings.interval));
    const comeback = worked(before) ? { wait, testAt: after(now, wait) } : null;
    return { ...state.fallen, [tag]: { delay: before.delay, comeback } };
  }
  return fallen ? { ...state.fallen, [tag]: later(state, fallen, test.comeback, now) } : state.fallen;
}

/** Its next test comes so long after this one's end; the time doubles after a test that M28 asked for. */
function later({ settings }: MonitoringState, fallen: Fallen, doubles: boolean, now: Instant): Fallen {
  if (!fallen.comeback) return fallen;
  const wait = ms(Math.min(fallen.comeback.wait * (doubles ? 2 : 1), settings.interval));
  return { ...fallen, comeback: { wait, testAt: after(now, wait) } };
}

/** A test ended and said nothing: the next one comes after the same time. */
export function comebackLater(turn: Turn, tag: Tag): void {
  const fallen = turn.state.fallen[tag];
  if (fallen) change(turn, { fallen: { ...turn.state.fallen, [tag]: later(turn.state, fallen, false, turn.now) } });
}

/** Connections ask a group, or a rule's proxy, none of whose `members` (proxies) is alive. */
export function askDeadEnd(turn: Turn, tag: Tag, members: readonly Tag[]): void {
  const { state, now } = turn;
  if (rests(state)) return;
  const before = state.deadEnds[tag];
  const since = before ? between(before.askedAt, now) : Number.POSITIVE_INFINITY;
  if (since >= 0 && since < ASK_PAUSE_MS) return;
  const order = members.toSorted((a, b) => knownDelay(state, a) - knownDelay(state, b));
  const goesOn = before !== undefined && since >= 0 && since < ASK_OVER_MS && before.tested < order.length;
  const from = goesOn ? before.tested : 0;
  const next = order.slice(from, from + ASK_BATCH);
  change(turn, { deadEnds: { ...state.deadEnds, [tag]: { askedAt: now, tested: from + next.length } } });
  enqueue(turn, next);
}

/** A request of the user got its head through an outbound: one that counts as failed is tested at once. */
export function headCame(turn: Turn, tag: Tag): void {
  if (turn.state.results[tag]?.kind === "failed" && !rests(turn.state)) enqueue(turn, [tag]);
}

/** Begins what is due, in free places. */
export function startComebacks(turn: Turn): void {
  if (rests(turn.state)) return;
  const due = timedOf(turn.state).filter(({ at }) => at <= turn.now);
  if (due.length > 0) change(turn, { comebackQueue: [...turn.state.comebackQueue, ...due.map(({ tag }) => tag)] });
  while (turn.state.comebackQueue.length > 0 && placesTaken(turn.state) < turn.state.settings.workers) begin(turn);
}

function begin(turn: Turn): void {
  const [tag, ...rest] = turn.state.comebackQueue;
  change(turn, { comebackQueue: rest });
  if (tag === undefined || turn.state.tests[tag] || turn.state.waiting[tag]) return;
  if (!isReady(turn, tag)) return wait(turn, tag);
  testAtOnce(turn, tag, "is it back?");
  const { [tag]: test } = turn.state.tests;
  if (test) setTest(turn, tag, { ...test, comeback: true });
}

/** When the next comeback test is due; null: none is. Those whose time has come wait for a free place. */
export const comebackMoment = (state: MonitoringState): Instant | null =>
  rests(state) ? null : earliest(timedOf(state).map(({ at }) => at));

/** Who has a time of its own to come, before everybody is idle, and is neither tested nor about to be. */
function timedOf({ fallen, tests, waiting, comebackQueue, trafficAt, settings }: MonitoringState) {
  const timed: { readonly tag: Tag; readonly at: Instant }[] = [];
  const idleAt = after(trafficAt, settings.idleTimeout);
  const queued = new Set(comebackQueue);
  for (const [tag, { comeback }] of Object.entries(fallen)) {
    if (!comeback || comeback.testAt >= idleAt || tests[tag] || waiting[tag] || queued.has(tag)) continue;
    timed.push({ tag, at: comeback.testAt });
  }
  return timed;
}

/** Puts outbounds before all others that wait, but for those that are being tested. */
function enqueue(turn: Turn, tags: readonly Tag[]): void {
  const news = new Set(tags.filter((tag) => !turn.state.tests[tag]));
  if (news.size === 0) return;
  change(turn, { comebackQueue: [...news, ...turn.state.comebackQueue.filter((tag) => !news.has(tag))] });
}

const placesTaken = ({ tests }: MonitoringState): number =>
  Object.values(tests).reduce((taken, { comeback }) => taken + (comeback ? 1 : 0), 0);

/** Its delay in ms, as it was last known; unknown ones come last. */
function knownDelay({ results, fallen }: MonitoringState, tag: Tag): number {
  const result = results[tag];
  return result?.kind === "delay" ? result.delay : (fallen[tag]?.delay ?? Number.MAX_SAFE_INTEGER);
}

/** It answers again. */
export const risen = ({ fallen }: MonitoringState, tag: Tag): MonitoringState["fallen"] => without(fallen, tag);
