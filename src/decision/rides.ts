import type { RidingPlan } from "../balancer/has-rides.ts";
import { takersOf } from "../balancer/takers.ts";
import type { Tag } from "../model/outbound.ts";
import type { Instant } from "../model/units.ts";
import type { Request } from "./contract.ts";
import type { GroupIndex } from "./group-index.ts";
import { type Memory, RIDE_SILENCE_MS } from "./memory.ts";

/** A connection is the requests to one origin: scheme, host, port and container. No part can hold a line break. */
export const rideKey = (group: Tag, { scheme, host, port, container }: Request): string =>
  `${group}\n${scheme}\n${host}\n${port}\n${container}`;

/** How often the member had died by this plan. */
export const deathsOf = ({ deaths }: RidingPlan, member: number): number => deaths?.[member] ?? 0;

/**
 * The member of the ride under way; null: there is none, it was silent for 10 s, its member died since, or takes no
 * connections any more.
 */
export function rideOf(memory: Memory, key: string, group: GroupIndex, plan: RidingPlan, now: Instant): number | null {
  const ride = memory.rides.get(key);
  if (!ride || now - ride.at >= RIDE_SILENCE_MS) return null;
  const member = group.places.get(ride.member);
  if (member === undefined || ride.deaths !== deathsOf(plan, member)) return null;
  return takersOf(plan).includes(member) ? member : null;
}
