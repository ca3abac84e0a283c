import type { Tag } from "../../src/model/outbound.ts";
import type { Clock } from "../ports/clock.ts";

/** M7 only needs to know that there is traffic: it is told to the core at most this often. */
const EVERY_MS = 5_000;

/**
 * Calls `tell` at once for the first request and then at most every 5 s.
 *
 * @returns to be called for each request, with the proxy that it uses; null: not known
 */
export function createTraffic(clock: Clock, tell: (tag: Tag | null) => void): (tag: Tag | null) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (tag) => {
    const now = clock.now();
    if (now - toldAt < EVERY_MS && now >= toldAt) return;
    toldAt = now;
    tell(tag);
  };
}
