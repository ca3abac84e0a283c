import type { Tag } from "../model/outbound.ts";
import { after } from "../model/units.ts";
import { change, emit, type Turn } from "./turn.ts";

/** M22: a result of the cycle waits for the end of the window that the first one opened; others do not push it back. */
export function deliverSoon(turn: Turn, tag: Tag): void {
  const { pending, flushAt, settings } = turn.state;
  change(turn, {
    pending: pending.includes(tag) ? pending : [...pending, tag],
    flushAt: flushAt ?? after(turn.now, settings.debounceWindow),
  });
}

/** B16, M11: a result outside the cycle reaches the groups at once, past the window. */
export function deliverNow(turn: Turn, tag: Tag): void {
  change(turn, { pending: turn.state.pending.filter((one) => one !== tag) });
  emit(turn, { kind: "deliver", tags: [tag], scope: "single" });
}

/** Gives the groups what waits. */
export function flush(turn: Turn): void {
  const { pending } = turn.state;
  change(turn, { pending: [], flushAt: null });
  if (pending.length > 0) emit(turn, { kind: "deliver", tags: pending, scope: "cycle" });
}
