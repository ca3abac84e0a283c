import { after, between, type Instant, type Ms, ms } from "../model/units.ts";
import { answers, clearlyFaster, wholeMargin } from "./delay-model.ts";
import type { LowestDecision, LowestReason } from "./lowest-decision.ts";
import { lowestLine } from "./lowest-line.ts";
import type { Strategy } from "./strategy.ts";
import { delayOf, fastestOf, type View } from "./view.ts";

/**
 * Every connection uses the member with the lowest delay (LD1 to LD6).
 *
 *                  +------- its own real ping ---------+
 *                  |                                   v
 *   provisional ---+--another's real ping--> stays --30 s--> free --another is clearly faster--> stays (that one)
 *     ^  | a better cached one                 |               |
 *     +--+                                     +---- fails ----+
 *     ^                                                v
 *     +------ only cached ones are left ------------ failed --somebody answers--> stays (that one)
 *
 * Between "free" and a faster one stands the hold of a regular cycle that has not tested the selection yet (B12, B14).
 * `takenAt` is when the selection was taken with a real ping, while that stay lasts; null: there is no stay.
 */
export interface LowestDelayMemory {
  readonly kind: "lowest-delay";
  readonly selected: number;
  readonly takenAt: Instant | null;
  /** What was decided last, for who asks why. It decides nothing. */
  readonly last: LowestDecision;
}

const STAY = ms(30_000);
const TOLERANCE = ms(50);
const TOLERANCE_RATIO = 0.1;

export const lowestDelay: Strategy<LowestDelayMemory> = {
  begin(view) {
    const selected = view.eligible[0] ?? 0;
    const last = { from: selected, fastest: null, why: "nobody-answers", needed: null } as const;
    return { kind: "lowest-delay", selected, takenAt: null, last };
  },
  choose(before, view, _cause, now) {
    const { selected, takenAt, why, needed = null } = verdict(before, view, now);
    const last: LowestDecision = { from: before.selected, fastest: fastestReal(view), why, needed };
    return { memory: { kind: "lowest-delay", selected, takenAt, last }, line: lowestLine(selected, last, view) };
  },
  plan: ({ selected }) => ({ kind: "one", member: selected }),
  displayed: ({ selected }) => selected,
  deadline: staysUntil,
  moved: (memory, by) => ({ ...memory, takenAt: memory.takenAt === null ? null : after(memory.takenAt, by) }),
  facts: (memory, view) => ({
    kind: "lowest-delay",
    selected: memory.selected,
    last: memory.last,
    ...tolerances(view),
    staysUntil: staysUntil(memory),
  }),
};

interface Verdict {
  readonly selected: number;
  readonly takenAt: Instant | null;
  readonly why: LowestReason;
  readonly needed?: Ms;
}

function verdict(before: LowestDelayMemory, view: View, now: Instant): Verdict {
  const { selected, takenAt } = before;
  const best = fastestReal(view);
  if (!answers(view.known[selected] ?? null)) {
    if (best === null) return keepOrTakeCached(selected, view);
    return { selected: best, takenAt: now, why: isFailed(view, selected) ? "selected-failed" : "first-real-ping" };
  }
  if (isStaying(before, now)) return { selected, takenAt, why: "staying" };
  const free = { selected, takenAt: null };
  if (view.held && !view.tested.includes(selected)) return { ...free, why: "not-tested-yet" };
  if (best === null || best === selected) return { ...free, why: "fastest" };
  const { tolerance, toleranceRatio } = tolerances(view);
  const needed = ms(wholeMargin(delayOf(view, selected), tolerance, toleranceRatio));
  return clearlyFaster(delayOf(view, best), delayOf(view, selected), tolerance, toleranceRatio)
    ? { selected: best, takenAt: now, why: "clearly-faster", needed }
    : { ...free, why: "not-clearly-faster", needed };
}

/** Nobody answers: a better cached one takes the selection; it has no stay, for it took it without a real ping. */
function keepOrTakeCached(selected: number, view: View): Verdict {
  const best = fastestOf(view, view.eligible) ?? selected;
  const better = delayOf(view, best) < delayOf(view, selected);
  return { selected: better ? best : selected, takenAt: null, why: better ? "best-cached" : "nobody-answers" };
}

function staysUntil({ takenAt }: LowestDelayMemory): Instant | null {
  return takenAt === null ? null : after(takenAt, STAY);
}

/** A clock that was set back ends the stay, else it could last for hours. */
function isStaying({ takenAt }: LowestDelayMemory, now: Instant): boolean {
  return takenAt !== null && between(takenAt, now) >= 0 && between(takenAt, now) < STAY;
}

const isFailed = (view: View, member: number): boolean => view.known[member]?.kind === "failed";

function fastestReal(view: View): number | null {
  const real = view.eligible.filter((member) => answers(view.known[member] ?? null));
  return fastestOf(view, real) ?? null;
}

function tolerances({ setup: { options } }: View): { readonly tolerance: Ms; readonly toleranceRatio: number } {
  return {
    tolerance: options.tolerance ?? TOLERANCE,
    toleranceRatio: options.toleranceRatio ?? TOLERANCE_RATIO,
  };
}
