import type { ResultScope } from "../model/cycle.ts";
import type { Tag } from "../model/outbound.ts";
import { after } from "../model/units.ts";
import { change, emit, type Turn } from "./turn.ts";

/**
 * What groups are told, and when (M22, B16).
 *
 *   nothing waits ── a result of the cycle ──> window open ── debounce_window after the first ──> one update
 *                                                │
 *                                                └── the cycle ends meanwhile: its end is told right after that update
 *
 * A result outside the cycle goes past the window.
 */
export function deliverSoon(turn: Turn, tag: Tag): void {
  const { pending, flushAt, settings } = turn.state;
  change(turn, {
    pending: pending.includes(tag) ? pending : [...pending, tag],
    flushAt: flushAt ?? after(turn.now, settings.debounceWindow),
  });
}

/** @param scope of a result that goes past the window */
export function deliverNow(turn: Turn, tag: Tag, scope: Exclude<ResultScope, "cycle"> = "single"): void {
  change(turn, { pending: turn.state.pending.filter((one) => one !== tag) });
  emit(turn, { kind: "deliver", tags: [tag], scope });
}

/** Gives the groups what waits, and tells them of the end of a cycle that is over. */
export function flush(turn: Turn): void {
  const { pending, cycle, cycleOpen } = turn.state;
  change(turn, { pending: [], flushAt: null });
  if (pending.length > 0) emit(turn, { kind: "deliver", tags: pending, scope: "cycle" });
  if (cycle || !cycleOpen) return;
  change(turn, { cycleOpen: false });
  emit(turn, { kind: "cycle-ended" });
}

/** The window's end. */
export function flushDue(turn: Turn): void {
  const { flushAt } = turn.state;
  if (flushAt !== null && flushAt <= turn.now) flush(turn);
}
