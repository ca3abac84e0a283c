import { memoOf } from "../lib/memo.ts";
import type { Tag } from "../model/outbound.ts";
import { after, type Instant, ms } from "../model/units.ts";
import { beginTest } from "./attempts.ts";
import type { MonitoringState, Waiting } from "./state.ts";
import { change, isFresh, log, setTest, type Turn, without } from "./turn.ts";

const LOOK_AGAIN = ms(3_000);
const TRIES = 10;

/** What each dials through: asked for every one that waits, at every step. */
const detoursOf = memoOf(
  (outbounds: MonitoringState["outbounds"]) => new Map(outbounds.map(({ tag, detour }) => [tag, detour])),
);

/**
 * M8: whether an outbound can be tested at all now. M9: one that dials through a detour can once the outbound that the
 * detour leads to has a result of this run and is not being tested, nor about to be.
 *
 *   skipped ── becomes ready ──────────────────> tested at once (M11)
 *      └── 3 s ── looked at ── after ten looks ─> tested anyway
 */
export function isReady({ state, leadsTo }: Turn, tag: Tag): boolean {
  const { online, notReady, tests, waiting, results, outbounds } = state;
  if (!online || notReady[tag]) return false;
  const detours = detoursOf(outbounds);
  const detour = detours.get(tag) ?? null;
  if (detour === null) return true;
  const through = leadsTo(detour);
  if (through === null || through === tag || !detours.has(through)) return true;
  return isFresh(results[through]) && tests[through] === undefined && waiting[through] === undefined;
}

/** Skips an outbound that is not ready, to be looked at again 3 s later. It has no test error meanwhile. */
export function wait(turn: Turn, tag: Tag, asked = false, since: Instant = turn.now): void {
  const { waiting } = turn.state;
  const before = waiting[tag];
  if (!before) log(turn, `not ready: ${tag}`);
  const one = before ?? { tries: 0, lookAt: after(turn.now, LOOK_AGAIN), since, asked };
  change(turn, { waiting: { ...waiting, [tag]: { ...one, asked: one.asked || asked } } });
}

/** Tests those that became ready, at once and beside the workers (M11). */
export function wakeWaiting(turn: Turn): void {
  for (const tag of Object.keys(turn.state.waiting)) if (isReady(turn, tag)) testAtOnce(turn, tag, "it is ready");
}

/** The fall-back: looks at those whose 3 s are over. */
export function lookAgain(turn: Turn): void {
  const waiting: [Tag, Waiting][] = [];
  for (const [tag, one] of Object.entries(turn.state.waiting)) {
    if (one.lookAt > turn.now) continue;
    const tries = one.tries + 1;
    if (isReady(turn, tag)) testAtOnce(turn, tag, "it is ready");
    else if (tries >= TRIES) testAtOnce(turn, tag, `not ready after ${TRIES} looks`);
    else waiting.push([tag, { ...one, tries, lookAt: after(turn.now, LOOK_AGAIN) }]);
  }
  if (waiting.length > 0) change(turn, { waiting: { ...turn.state.waiting, ...Object.fromEntries(waiting) } });
}

/** M11: a test beside the workers, whose result applies at once; joins one that runs (M15). */
export function testAtOnce(turn: Turn, tag: Tag, why: string): void {
  const running = turn.state.tests[tag];
  if (!running) return beginTest(turn, tag, "event", why, turn.state.waiting[tag]?.since);
  change(turn, { waiting: without(turn.state.waiting, tag) });
  setTest(turn, tag, { ...running, cause: running.cause === "ask" ? "event" : running.cause, urgent: true });
}

/** An event asks for a test of an outbound: at once when it is ready, else as soon as it is. */
export function testOnEvent(turn: Turn, tag: Tag, why: string): void {
  if (turn.state.tests[tag] || isReady(turn, tag)) testAtOnce(turn, tag, why);
  else wait(turn, tag);
}

/** M10: an outbound works after failing: those already tested through it are tested again. */
export function wakeDependents(turn: Turn, tag: Tag): void {
  for (const one of turn.state.outbounds) {
    const through = one.detour !== null && one.tag !== tag && turn.leadsTo(one.detour) === tag;
    if (through && isFresh(turn.state.results[one.tag])) testOnEvent(turn, one.tag, `${tag} works again`);
  }
}
