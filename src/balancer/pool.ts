import type { StickyPart } from "../model/outbound.ts";
import { clearlyFaster, DEAD } from "./delay-model.ts";
import type { Cause, Strategy } from "./strategy.ts";
import { bySpeed, delayOf, type View } from "./view.ts";

/**
 * A fixed number of slots, each held by a member (PL1 to PL5).
 *
 *   until the first cycle of the run has ended: filled afresh with each result
 *   then, slot by slot:   held --holder dies, a working outsider exists--> held (by the outsider)
 *                           ^  \--holder dies, none--> skipped --holder answers, or an outsider does--+
 *                           +-------------------------------------------------------------------------+
 *   with `tolerance` set: one swap an update, the slowest holder for a clearly faster outsider
 */
export interface PoolMemory {
  readonly kind: "pool";
  /** The holder of each slot. */
  readonly slots: readonly number[];
}

const DEFAULT_KEY: readonly StickyPart[] = ["process", "domain"];
const TOLERANCE_RATIO = 0.1;

export const pool: Strategy<PoolMemory> = {
  begin: (view) => ({ kind: "pool", slots: filledAfresh(view) }),
  choose: ({ kind, slots }, view, cause) => ({ memory: { kind, slots: nextSlots(slots, view, cause) }, line: null }),
  plan: (memory, view) => ({ kind: "pool", ...shape(memory, view) }),
  displayed: () => null,
  facts(memory, view) {
    const { tolerance, toleranceRatio } = view.setup.options;
    return {
      kind: "pool",
      ...shape(memory, view),
      tolerance,
      toleranceRatio: toleranceRatio ?? TOLERANCE_RATIO,
    };
  },
  deadline: () => null,
  moved: (memory) => memory,
};

const shape = ({ slots }: PoolMemory, view: View) => ({
  slots: slots.map((member) => ({ member, works: works(view, member) })),
  stickyHash: view.setup.options.stickyHash ?? DEFAULT_KEY,
});

/** A cached success counts as working: it speaks for the member until this run's own test does. */
const works = (view: View, member: number): boolean => delayOf(view, member) < DEAD;

function nextSlots(slots: readonly number[], view: View, cause: Cause): readonly number[] {
  if (cause !== "results") return slots;
  return view.early ? filledAfresh(view) : swapped(refilled(slots, view), view);
}

/** Working members first; then, to hold the slots provisionally, those never tested, and last those that failed. */
function filledAfresh(view: View): readonly number[] {
  const rest = view.eligible.filter((member) => !works(view, member));
  const untested = rest.filter((member) => (view.known[member] ?? null) === null);
  const failed = rest.filter((member) => !untested.includes(member));
  return [...working(view.eligible, view), ...untested, ...failed].slice(0, Math.max(1, view.setup.options.pool));
}

/** Those of `members` that work, the one that gets the next slot first (PL4). */
function working(members: readonly number[], view: View): readonly number[] {
  const able = members.filter((member) => works(view, member));
  return view.setup.options.tolerance === null ? able : bySpeed(view, able);
}

const outsiders = (slots: readonly number[], view: View): readonly number[] =>
  working(
    view.eligible.filter((member) => !slots.includes(member)),
    view,
  );

/** Each dead holder gives its own slot to a working outsider, while there is one (PL3). */
function refilled(slots: readonly number[], view: View): readonly number[] {
  const outside = [...outsiders(slots, view)];
  return slots.map((member) => (works(view, member) ? member : (outside.shift() ?? member)));
}

/** With `tolerance` set: the fastest outsider takes the slot of the slowest working holder when clearly faster (PL4). */
function swapped(slots: readonly number[], view: View): readonly number[] {
  const { tolerance, toleranceRatio } = view.setup.options;
  const fastest = outsiders(slots, view)[0];
  const slowest = slowestHolder(slots, view);
  if (tolerance === null || fastest === undefined || slowest === null) return slots;
  const [delay, than] = [delayOf(view, fastest), delayOf(view, slowest)];
  if (!clearlyFaster(delay, than, tolerance, toleranceRatio ?? TOLERANCE_RATIO)) return slots;
  return slots.map((member) => (member === slowest ? fastest : member));
}

/** The slowest holder that works; of equals the first in config order (B19). */
function slowestHolder(slots: readonly number[], view: View): number | null {
  const holders = slots.filter((member) => works(view, member));
  return holders.toSorted((a, b) => delayOf(view, b) - delayOf(view, a) || a - b)[0] ?? null;
}
