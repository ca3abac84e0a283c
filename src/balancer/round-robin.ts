import { ms } from "../model/units.ts";
import { answers, clearlyFaster, DEAD, isOfThisRun } from "./delay-model.ts";
import type { Strategy } from "./strategy.ts";
import { bySpeed, delayOf, fastestOf, type View } from "./view.ts";

/**
 * Members sorted by delay, turns among the alive ones (RR1 to RR3).
 *
 *               no result of this run: all, in config order
 *                          | first result
 *                          v
 *   +--any update--> alive ones, fastest first <--cycle ends--+
 *   |                      |                                  |
 *   +----------------------+--a regular cycle begins--> the same ones, held;
 *                                                       a failed or untested one is replaced (B13)
 *
 * `order` is null before the first result of this run: nothing is held then, there is nothing worth keeping. `shown` is
 * the member the group is shown as (B17).
 */
export interface RoundRobinMemory {
  readonly kind: "round-robin";
  readonly order: readonly number[] | null;
  readonly shown: number;
}

const SHOWN_TOLERANCE = ms(50);
const SHOWN_RATIO = 0.1;

export const roundRobin: Strategy<RoundRobinMemory> = {
  begin: (view) => ({ kind: "round-robin", order: null, shown: view.eligible[0] ?? 0 }),
  choose: ({ kind, order, shown }, view) => ({
    memory: { kind, order: nextOrder(order, view), shown: nextShown(shown, view) },
    line: null,
  }),
  plan: ({ order }, view) => ({ kind: "turns", order: order ?? view.eligible }),
  displayed: ({ shown }) => shown,
  facts: ({ order, shown }, view) => ({
    kind: "round-robin",
    order: order ?? view.eligible,
    shown,
    tolerance: SHOWN_TOLERANCE,
    toleranceRatio: SHOWN_RATIO,
  }),
  deadline: () => null,
  moved: (memory) => memory,
};

const answered = (view: View, member: number): boolean => answers(view.known[member] ?? null);

function nextOrder(order: readonly number[] | null, view: View): readonly number[] | null {
  if (!view.eligible.some((member) => isOfThisRun(view.known[member] ?? null))) return null;
  const chosen = order && view.held ? heldOrder(order, view) : bySpeed(view, view.alive);
  return chosen.length > 0 ? chosen : bySpeed(view, view.eligible);
}

/** Those in use stay, each in its place, as long as they answer; the others give theirs to the best outsiders (B12, B13). */
function heldOrder(order: readonly number[], view: View): readonly number[] {
  const outsiders = [
    ...bestOutsiders(
      order.filter((member) => answered(view, member)),
      view,
    ),
  ];
  return order.map((member) => (answered(view, member) ? member : outsiders.shift())).filter((m) => m !== undefined);
}

/** Those that may replace a member in use, best first: the alive ones, then those that only a cached result speaks for. */
function bestOutsiders(kept: readonly number[], view: View): readonly number[] {
  const outside = view.eligible.filter((member) => !kept.includes(member));
  const real = outside.filter((member) => view.alive.includes(member) && answered(view, member));
  const cached = outside.filter((member) => delayOf(view, member) < DEAD && !answered(view, member));
  return [...bySpeed(view, real), ...bySpeed(view, cached)];
}

/**
 * A cached result shows nothing, so a member that answers takes the place of one that does not, however slow. In a regular
 * cycle one that answers stays, whoever asked for a test: the turns follow it at once, the name a person reads does not.
 */
function nextShown(shown: number, view: View): number {
  const best = fastestOf(view, view.eligible) ?? shown;
  const delay = delayOf(view, best);
  if (!answered(view, shown)) return delay < delayOf(view, shown) ? best : shown;
  if (view.regular) return shown;
  return clearlyFaster(delay, delayOf(view, shown), SHOWN_TOLERANCE, SHOWN_RATIO) ? best : shown;
}
