import { takersOf } from "../balancer/takers.ts";
import type { Tag } from "../model/outbound.ts";
import type { Plan } from "../model/plan.ts";
import type { Instant } from "../model/units.ts";
import type { Request } from "./contract.ts";
import type { GroupIndex } from "./group-index.ts";
import { type Memory, RIDE_SILENCE_MS } from "./memory.ts";

/** Whether a connection's requests must be kept together: only where each request would take a turn or a draw of its own (RR4). */
export function hasRides(plan: Plan): boolean {
  return (
    plan.kind === "turns" || ((plan.kind === "sticky" || plan.kind === "pool") && plan.stickyHash.includes("none"))
  );
}

/** A connection is the requests to one origin: scheme, host, port and container. No part can hold a line break. */
export const rideKey = (group: Tag, { scheme, host, port, container }: Request): string =>
  `${group}\n${scheme}\n${host}\n${port}\n${container}`;

/** The member of the ride under way; null: there is none, it was silent for 10 s, or its member takes no connections any more. */
export function rideOf(memory: Memory, key: string, group: GroupIndex, plan: Plan, now: Instant): number | null {
  const ride = memory.rides.get(key);
  if (!ride || now - ride.at >= RIDE_SILENCE_MS) return null;
  const member = group.places.get(ride.member);
  return member !== undefined && takersOf(plan).includes(member) ? member : null;
}
