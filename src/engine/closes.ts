import { between, type Instant } from "../model/units.ts";
import type { EngineEffect } from "./contract.ts";
import { resultFor } from "./leads.ts";
import type { Model } from "./model.ts";
import type { EngineState } from "./state.ts";

export type Close = Extract<EngineEffect, { readonly kind: "close" }>;

/** A background that was stopped within this time of a step may not have closed what that asked for. */
const MAYBE_OPEN_MS = 5_000;

/** Closes that were asked for lately, as of a step that asks for these effects. */
export function lateCloses(state: EngineState, effects: readonly EngineEffect[], now: Instant): EngineState["closes"] {
  const isLate = ({ at }: EngineState["closes"][number]): boolean =>
    between(at, now) >= 0 && between(at, now) < MAYBE_OPEN_MS;
  const asked = effects.filter((effect): effect is Close => effect.kind === "close");
  return [...state.closes.filter(isLate), ...asked.map((close) => ({ at: now, close }))];
}

/**
 * B9, B10: what a background that was stopped may have left open is closed by the one that is woken. A member that answers
 * again by now keeps its connections.
 */
export function closeAgain(model: Model, state: EngineState): readonly Close[] {
  return state.closes.flatMap(({ close }) => {
    if (close.why === "settled") return [close];
    const members = close.members.filter((member) => resultFor(model, state, member)?.kind === "failed");
    return members.length > 0 ? [{ ...close, members }] : [];
  });
}
