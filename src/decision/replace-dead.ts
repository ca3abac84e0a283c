import type { GroupIndex } from "./group-index.ts";
import type { Sources } from "./sources.ts";

/** What a plan of a hashing or a sticky group says about its members. */
interface Candidates {
  readonly eligible: readonly number[];
  readonly alive: readonly number[];
  readonly maxRetry: number;
  readonly weights: readonly number[] | null;
}

/**
 * The member itself while it is alive; else the first alive one of up to `maxRetry` other picks of the key's hash order;
 * then the first alive one in config order; nobody alive: itself (CH3, SS3).
 */
export function replaceDead(
  home: number,
  key: string,
  { eligible, alive, maxRetry, weights }: Candidates,
  { group, sources }: { readonly group: GroupIndex; readonly sources: Sources },
): number {
  if (alive.length === 0 || alive.includes(home)) return home;
  const order = maxRetry > 0 ? sources.order(key, eligible, group, weights, maxRetry + 1) : [];
  const others = order.filter((member) => member !== home).slice(0, maxRetry);
  return others.find((member) => alive.includes(member)) ?? alive[0] ?? home;
}
