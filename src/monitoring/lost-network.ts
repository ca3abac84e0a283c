import type { Tag } from "../model/outbound.ts";
import { after, between, type Instant, type Ms, ms } from "../model/units.ts";
import { testOnEvent } from "./readiness.ts";
import type { MonitoringState } from "./state.ts";
import { change, log, type Turn, worked } from "./turn.ts";

/** M26: all must fail within this time of the change. */
const TOGETHER_MS = 10_000;
/** M26: the test comes so long after the last one's end; the last of these repeats. */
const WAITS: readonly Ms[] = [ms(5_000), ms(10_000), ms(20_000), ms(40_000), ms(60_000)];

/**
 * M26: a laptop wakes before its network is there, or the program that its proxies belong to is away.
 *
 *   calm ── all that had worked (two at least) fail in one cycle, or within 10 s of a change ──> lost
 *    ^                                                                                             │ 5, 10, 20, 40, 60 s …
 *    └── anything answers: every other outbound is tested at once <── the one used last is tested ─┘
 */
export function upheaved(turn: Turn): void {
  const before = turn.state.upheaval;
  const lately = before && isWithin(turn.now, before.at) ? before.worked : [];
  change(turn, { upheaval: { at: turn.now, worked: [...new Set([...lately, ...workingNow(turn.state)])] } });
}

/** What works now, or did when the network changed just before: of a cycle that begins. */
export function workedBefore({ state, now }: Turn): readonly Tag[] {
  const lately = state.upheaval && isWithin(now, state.upheaval.at) ? state.upheaval.worked : [];
  return [...new Set([...lately, ...workingNow(state)])];
}

const workingNow = ({ results }: MonitoringState): readonly Tag[] =>
  Object.entries(results).flatMap(([tag, result]) => (worked(result) ? [tag] : []));

/** A test failed: perhaps it was the last of those that had worked. */
export function seeFailure(turn: Turn): void {
  const { upheaval } = turn.state;
  if (upheaval && isWithin(turn.now, upheaval.at)) lostIfAllFailed(turn, upheaval.worked, upheaval.at);
}

/** @param worked what had worked when the cycle began */
export function seeCycleEnd(turn: Turn, worked: readonly Tag[], startedAt: Instant): void {
  lostIfAllFailed(turn, worked, startedAt);
}

function lostIfAllFailed(turn: Turn, had: readonly Tag[], since: Instant): void {
  const { results, lostNetwork, outbounds } = turn.state;
  if (lostNetwork) return;
  const there = had.filter((tag) => outbounds.some((one) => one.tag === tag));
  const fails = (tag: Tag): boolean => {
    const result = results[tag];
    return result?.kind === "failed" && result.endedAt >= since;
  };
  if (there.length < 2 || !there.every(fails)) return;
  const tag = usedLast(turn.state, there);
  log(turn, `network: all ${there.length} that had worked failed together, ${tag} is tested until something answers`);
  change(turn, {
    lostNetwork: { kind: "lost", tag, failures: 0, testAt: after(turn.now, waitAfter(0)) },
    comebackQueue: [],
  });
}

/** The one a connection used last, else the one that was fastest. */
function usedLast({ usedLast: used, fallen }: MonitoringState, tags: readonly Tag[]): Tag {
  if (used !== null && fallen[used]?.comeback) return used;
  const delay = (tag: Tag): number => fallen[tag]?.delay ?? Number.MAX_SAFE_INTEGER;
  return tags.reduce((best, tag) => (delay(tag) < delay(best) ? tag : best));
}

/** A test of the outbound ended without a success. @param failed false: nothing was measured */
export function lostLater(turn: Turn, tag: Tag, failed: boolean): void {
  const { lostNetwork: lost } = turn.state;
  if (lost?.kind !== "lost" || lost.tag !== tag) return;
  const failures = lost.failures + (failed ? 1 : 0);
  change(turn, { lostNetwork: { kind: "lost", tag, failures, testAt: after(turn.now, waitAfter(failures)) } });
}

/** Something answers, so the network is there: all others are to be tested (`networkBack`). */
export function seeSuccess(turn: Turn, tag: Tag): void {
  if (turn.state.lostNetwork?.kind !== "lost") return;
  log(turn, `network: ${tag} answers`);
  change(turn, { lostNetwork: { kind: "back", by: tag }, upheaval: null });
}

/** Tests the outbound when its time has come. */
export function lostDue(turn: Turn): void {
  const { lostNetwork: lost } = turn.state;
  const at = lostMoment(turn.state);
  if (lost?.kind === "lost" && at !== null && at <= turn.now) testOnEvent(turn, lost.tag, "is the network back?");
}

/** When the outbound is tested next; null: nothing is lost, or its test runs. */
export function lostMoment(state: MonitoringState): Instant | null {
  const { lostNetwork: lost, idle, online, networkAt, trafficAt, settings, tests, waiting } = state;
  if (lost?.kind !== "lost" || idle || !online || networkAt !== null || tests[lost.tag] || waiting[lost.tag])
    return null;
  return lost.testAt < after(trafficAt, settings.idleTimeout) ? lost.testAt : null;
}

const waitAfter = (failures: number): Ms => WAITS[Math.min(failures, WAITS.length - 1)] ?? ms(60_000);

const isWithin = (now: Instant, at: Instant): boolean => between(at, now) >= 0 && between(at, now) <= TOGETHER_MS;
