import type { CycleKind } from "../model/cycle.ts";
import type { Tag } from "../model/outbound.ts";
import { between } from "../model/units.ts";
import type { MonitoringState } from "./state.ts";
import { type Turn, worked } from "./turn.ts";

/** What a cycle that begins now tests, in order: what is due (M6), or everything after a change of the network (M17). */
export function targetsOf({ state, now }: Pick<Turn, "state" | "now">, kind: CycleKind): readonly Tag[] {
  const all = state.outbounds.map(({ tag }) => tag);
  return inOrder(state, kind === "network" ? all : all.filter((tag) => isDue({ state, now }, tag)));
}

/** M6: its result is as old as `interval`, or it is marked, or its last test failed, or it has no result of this run. */
function isDue({ state, now }: Pick<Turn, "state" | "now">, tag: Tag): boolean {
  const result = state.results[tag];
  if (!result || state.marked[tag] || !worked(result)) return true;
  const age = between(result.stampedAt, now);
  // A clock that was set back makes results of the future: their age is not known.
  return age < 0 || age >= state.settings.interval;
}

/** M6: fastest first by the last result, cached or not; failed ones after those, untested ones last; ties in config order. */
function inOrder({ results }: MonitoringState, tags: readonly Tag[]): readonly Tag[] {
  const rank = (tag: Tag): number => {
    const result = results[tag];
    if (!result) return Number.MAX_SAFE_INTEGER;
    return result.kind === "delay" ? result.delay : Number.MAX_SAFE_INTEGER - 1;
  };
  return tags.toSorted((a, b) => rank(a) - rank(b));
}
