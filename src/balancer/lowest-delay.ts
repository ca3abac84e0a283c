import { after, between, type Instant, ms } from "../model/units.ts";
import { answers, clearlyFaster, DEAD, margin } from "./delay-model.ts";
import type { Strategy } from "./strategy.ts";
import { bySpeed, delayOf, type View } from "./view.ts";

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
}

const STAY = ms(30_000);
const TOLERANCE = 50;
const TOLERANCE_RATIO = 0.1;

export const lowestDelay: Strategy<LowestDelayMemory> = {
  begin: (view) => ({ kind: "lowest-delay", selected: view.eligible[0] ?? 0, takenAt: null }),
  choose(before, view, _cause, now) {
    const { memory, why } = verdict(before, view, now);
    return { memory, line: line(before, memory, view, why) };
  },
  plan: ({ selected }) => ({ kind: "one", member: selected }),
  displayed: ({ selected }) => selected,
  deadline: ({ takenAt }) => (takenAt === null ? null : after(takenAt, STAY)),
};

interface Verdict {
  readonly memory: LowestDelayMemory;
  readonly why: string;
}

function verdict(before: LowestDelayMemory, view: View, now: Instant): Verdict {
  const { selected } = before;
  const best = fastestReal(view);
  if (!answers(view.known[selected] ?? null)) {
    if (best !== null) return take(best, now, isFailed(view, selected) ? "the selected one failed" : "first real ping");
    return keepOrTakeCached(selected, view);
  }
  if (isStaying(before, now)) return { memory: before, why: "it stays 30 s after it was taken" };
  const free: LowestDelayMemory = { ...before, takenAt: null };
  if (view.held && !view.tested.includes(selected)) return { memory: free, why: "the cycle has not tested it yet" };
  if (best === null || best === selected) return { memory: free, why: "it is the fastest" };
  const { tolerance, ratio } = tolerances(view);
  const needed = `faster by more than ${margin(delayOf(view, selected), tolerance, ratio)} ms`;
  return clearlyFaster(delayOf(view, best), delayOf(view, selected), tolerance, ratio)
    ? take(best, now, needed)
    : { memory: free, why: `none is ${needed}` };
}

const take = (selected: number, now: Instant, why: string): Verdict => ({
  memory: { kind: "lowest-delay", selected, takenAt: now },
  why,
});

/** Nobody answers: a better cached one takes the selection; it has no stay, for it took it without a real ping. */
function keepOrTakeCached(selected: number, view: View): Verdict {
  const best = bySpeed(view, view.eligible)[0] ?? selected;
  const better = delayOf(view, best) < delayOf(view, selected);
  return {
    memory: { kind: "lowest-delay", selected: better ? best : selected, takenAt: null },
    why: better ? "the best cached one, nobody has answered yet" : "nobody answers",
  };
}

/** A clock that was set back ends the stay, else it could last for hours. */
function isStaying({ takenAt }: LowestDelayMemory, now: Instant): boolean {
  return takenAt !== null && between(takenAt, now) >= 0 && between(takenAt, now) < STAY;
}

const isFailed = (view: View, member: number): boolean => view.known[member]?.kind === "failed";

function fastestReal(view: View): number | null {
  return (
    bySpeed(
      view,
      view.eligible.filter((member) => answers(view.known[member] ?? null)),
    )[0] ?? null
  );
}

function tolerances({ setup: { options } }: View): { readonly tolerance: number; readonly ratio: number } {
  return { tolerance: options.tolerance ?? TOLERANCE, ratio: options.toleranceRatio ?? TOLERANCE_RATIO };
}

/** What was decided, over which fastest one, and why (M25). */
function line(before: LowestDelayMemory, after: LowestDelayMemory, view: View, why: string): string {
  const group = `LOWEST ${view.setup.tag}${view.network === "udp" ? " (udp)" : ""}`;
  const kept = after.selected === before.selected;
  const done = kept ? "keeps" : "takes";
  const left = kept ? "" : ` after ${named(before.selected, view)}`;
  const fastest = fastestReal(view);
  const known = fastest === null ? "none yet" : named(fastest, view);
  return `${group}: ${done} ${named(after.selected, view)}${left}, fastest: ${known}; ${why}`;
}

/** A cached delay is never shown as a number (LD6). */
function named(member: number, view: View): string {
  const tag = view.setup.members[member]?.tag;
  const delay = delayOf(view, member);
  if (answers(view.known[member] ?? null)) return `${tag} (${delay} ms)`;
  return `${tag} (${isFailed(view, member) ? "failed" : delay < DEAD ? "cached" : "untested"})`;
}
