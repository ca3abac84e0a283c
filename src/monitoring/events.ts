import type { Tag } from "../model/outbound.ts";
import { between } from "../model/units.ts";
import { testOnEvent } from "./readiness.ts";
import { change, isFresh, log, setTest, type Turn, without } from "./turn.ts";

/** B7: a member is not tested again for a failed connection within this time of the last such test's end. */
const BLAME_PAUSE_MS = 2_000;
/** M16: a new selection measured this lately is not tested again. */
const YOUNG_MS = 15_000;

const isOutbound = ({ state }: Turn, tag: Tag): boolean => state.outbounds.some((one) => one.tag === tag);

/**
 * B7, M11: a connection failed to open through a proxy, or has waited so long that it may. Only its test says whether it
 * is dead.
 */
export function doubtConnection(turn: Turn, tag: Tag, why: string): void {
  if (!isOutbound(turn, tag)) return;
  change(turn, { usedLast: tag });
  if (!turn.state.tests[tag] && isWithin(turn, turn.state.blamedAt[tag], BLAME_PAUSE_MS)) return;
  testOnEvent(turn, tag, why);
  const test = turn.state.tests[tag];
  if (test) setTest(turn, tag, { ...test, blamed: true });
}

/**
 * M11: a selector was switched. The new selection is tested unless it is young (M16), and so is what dials through the
 * selector.
 *
 * @param tag the proxy that the selector leads to now; null: to none
 */
export function selected(turn: Turn, tag: Tag | null, dependents: readonly Tag[]): void {
  if (tag !== null && isOutbound(turn, tag)) {
    const result = turn.state.results[tag];
    const young = isFresh(result) && isWithin(turn, result?.endedAt, YOUNG_MS);
    if (young) log(turn, `selected ${tag}: measured less than 15 s ago`);
    else testOnEvent(turn, tag, "a selector was switched to it");
  }
  for (const dependent of dependents) testOnEvent(turn, dependent, "it dials through a selector that was switched");
}

/**
 * M16: a strategy changed its selection. What leads there is tested unless it was measured lately, a cycle is about to, or
 * the run's first cycle is not over.
 *
 * @param tag the proxy that the new selection leads to
 */
export function chosen(turn: Turn, tag: Tag): void {
  const { results, cycle, tests, firstCycleOver } = turn.state;
  if (!isOutbound(turn, tag) || !firstCycleOver) return;
  if (tests[tag] || cycle?.queue.includes(tag)) return;
  const result = results[tag];
  if (isFresh(result) && isWithin(turn, result?.endedAt, YOUNG_MS)) return;
  testOnEvent(turn, tag, "a group has chosen it");
}

/** M8, M11: an outbound became ready, or stopped being so. */
export function setReady(turn: Turn, tag: Tag, ready: boolean): void {
  const { notReady } = turn.state;
  if (!isOutbound(turn, tag) || ready === !notReady[tag]) return;
  change(turn, { notReady: ready ? without(notReady, tag) : { ...notReady, [tag]: true } });
  if (ready) testOnEvent(turn, tag, "it became ready");
}

/** A clock that was set back ends the time, else it could last for hours. */
function isWithin({ now }: Turn, since: Turn["now"] | undefined, time: number): boolean {
  return since !== undefined && between(since, now) >= 0 && between(since, now) < time;
}
