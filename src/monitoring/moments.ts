import type { Instant } from "../model/units.ts";

/** The first of some moments; null: there is none. */
export function earliest(moments: readonly (Instant | null)[]): Instant | null {
  return moments.reduce((first, at) => (at === null || (first !== null && first <= at) ? first : at), null);
}
