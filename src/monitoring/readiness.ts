import type { Tag } from "../model/outbound.ts";
import { after, ms } from "../model/units.ts";
import { beginTest } from "./attempts.ts";
import { change, isFresh, log, setTest, type Turn, without } from "./turn.ts";

const LOOK_AGAIN = ms(3_000);
const TRIES = 10;

/**
 * M8: whether an outbound can be tested at all now. M9: one that dials through a detour can once the outbound that the
 * detour leads to has a result of this run and is not being tested.
 */
export function isReady(turn: Turn, tag: Tag): boolean {
  const { online, notReady, tests, results, outbounds } = turn.state;
  if (!online || notReady[tag]) return false;
  const detour = outbounds.find((one) => one.tag === tag)?.detour ?? null;
  if (detour === null) return true;
  const through = turn.leadsTo(detour);
  if (through === null || through === tag || !outbounds.some((one) => one.tag === through)) return true;
  return isFresh(results[through]) && tests[through] === undefined;
}

/** Skips an outbound that is not ready, to be looked at again 3 s later. It has no test error meanwhile. */
export function wait(turn: Turn, tag: Tag): void {
  if (turn.state.waiting[tag]) return;
  log(turn, `not ready: ${tag}`);
  change(turn, { waiting: { ...turn.state.waiting, [tag]: { tries: 0, lookAt: after(turn.now, LOOK_AGAIN) } } });
}

/** Tests those that became ready, at once and beside the workers (M11). */
export function wakeWaiting(turn: Turn): void {
  for (const tag of Object.keys(turn.state.waiting)) if (isReady(turn, tag)) testAtOnce(turn, tag);
}

/** The fall-back: looks at those whose 3 s are over; after ten looks an outbound is tested anyway. */
export function lookAgain(turn: Turn): void {
  for (const [tag, { tries, lookAt }] of Object.entries(turn.state.waiting)) {
    if (lookAt > turn.now) continue;
    if (isReady(turn, tag) || tries + 1 >= TRIES) testAtOnce(turn, tag);
    else {
      const next = { tries: tries + 1, lookAt: after(turn.now, LOOK_AGAIN) };
      change(turn, { waiting: { ...turn.state.waiting, [tag]: next } });
    }
  }
}

/** M11: a test beside the workers, whose result applies at once; joins one that runs. */
export function testAtOnce(turn: Turn, tag: Tag): void {
  const running = turn.state.tests[tag];
  change(turn, { waiting: without(turn.state.waiting, tag) });
  if (running) setTest(turn, tag, { ...running, urgent: true });
  else beginTest(turn, tag, "event", turn.now);
}

/** An event asks for a test of an outbound: at once when it is ready, else as soon as it is. */
export function testOnEvent(turn: Turn, tag: Tag): void {
  if (turn.state.tests[tag] || isReady(turn, tag)) testAtOnce(turn, tag);
  else wait(turn, tag);
}

/** M10: an outbound works again: those already tested through it are tested again. */
export function wakeDependents(turn: Turn, tag: Tag): void {
  for (const dependent of dependentsOf(turn, tag))
    if (isFresh(turn.state.results[dependent])) testOnEvent(turn, dependent);
}

/** Outbounds whose detour leads to this one. */
export function dependentsOf(turn: Turn, tag: Tag): readonly Tag[] {
  return turn.state.outbounds.flatMap((one) =>
    one.detour !== null && one.tag !== tag && turn.leadsTo(one.detour) === tag ? [one.tag] : [],
  );
}
