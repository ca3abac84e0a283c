import { createLru, type Lru } from "../lib/lru.ts";
import type { Tag } from "../model/outbound.ts";
import { type Instant, instant, type Ms } from "../model/units.ts";
import type { MemoryChange } from "./contract.ts";
import { readMemoryJson } from "./memory-json.ts";

export const RIDE_SILENCE_MS = 10_000;
const MOST_RIDES = 10_000;
const MOST_STICKY = 1_000;

/** A member, by tag so that a re-ordered group changes nothing, and when it was stored (a ride: used last). */
export interface Kept {
  readonly member: Tag;
  readonly at: Instant;
}

/** A connection under way (RR4). */
export interface Ride extends Kept {
  /** How often its member had died when it began. */
  readonly deaths: number;
}

/** What decisions remember (B18). Only `remember` changes it. */
export interface Memory {
  /** How many turns each group has given. */
  readonly turns: Map<Tag, number>;
  /** Members of connections under way, by group and origin (RR4). */
  readonly rides: Lru<Ride>;
  /** Members of sticky keys, by group (SS2). It is browsing history: it never goes to a disk. */
  readonly sticky: Map<Tag, Lru<Kept>>;
  /** How many draws were made. */
  draws: number;
}

/** A memory as plain JSON: lists of entries in the order of the maps. */
export interface MemoryJson {
  readonly turns: readonly (readonly [group: Tag, count: number])[];
  readonly rides: readonly RideJson[];
  readonly sticky: readonly (readonly [group: Tag, keys: readonly KeptJson[]])[];
  readonly draws: number;
}
export type KeptJson = readonly [key: string, member: Tag, at: number];
export type RideJson = readonly [...KeptJson, deaths: number];

export const createMemory = (): Memory => ({ turns: new Map(), rides: createLru(), sticky: new Map(), draws: 0 });

/** Applies what a decision asks to be remembered, in place. */
export function remember(memory: Memory, changes: readonly MemoryChange[], now: Instant): void {
  for (const change of changes) {
    switch (change.kind) {
      case "turn":
        memory.turns.set(change.group, change.next);
        break;
      case "draw":
        memory.draws = change.count;
        break;
      case "ride":
        rememberRide(memory.rides, change.key, { member: change.member, at: now, deaths: change.deaths });
        break;
      case "sticky":
        rememberSticky(memory.sticky, change, now);
        break;
    }
  }
}

function rememberRide(rides: Lru<Ride>, key: string, ride: Ride): void {
  rides.use(key, ride);
  // Two a time is enough to keep ended rides from piling up: each decision adds one at most a group.
  for (let i = 0; i < 2; i++) {
    const oldest = rides.oldest();
    if (!oldest || (rides.size <= MOST_RIDES && ride.at - oldest.value.at < RIDE_SILENCE_MS)) return;
    rides.delete(oldest.key);
  }
}

function rememberSticky(
  sticky: Memory["sticky"],
  { group, key, member, fresh, ttl }: Extract<MemoryChange, { kind: "sticky" }>,
  now: Instant,
): void {
  const keys = sticky.get(group) ?? createLru<Kept>();
  sticky.set(group, keys);
  keys.use(key, { member, at: fresh ? now : (keys.get(key)?.at ?? now) });
  if (keys.size <= MOST_STICKY) return;
  if (ttl > 0) for (const [old, kept] of keys.entries()) if (isExpired(kept, ttl, now)) keys.delete(old);
  const oldest = keys.oldest();
  if (oldest && keys.size > MOST_STICKY) keys.delete(oldest.key);
}

/** Whether a sticky key's time is over, counted from storing; a `ttl` of 0 never ends. */
export const isExpired = ({ at }: Kept, ttl: Ms, now: Instant): boolean => ttl > 0 && now - at >= ttl;

export function saveMemory({ turns, rides, sticky, draws }: Memory): MemoryJson {
  const entries = (kept: Lru<Kept>): KeptJson[] => kept.entries().map(([key, { member, at }]) => [key, member, at]);
  return {
    turns: [...turns],
    rides: rides.entries().map(([key, { member, at, deaths }]) => [key, member, at, deaths]),
    sticky: [...sticky].map(([group, keys]) => [group, entries(keys)]),
    draws,
  };
}

/** Anything that is not a memory as `saveMemory` writes it gives an empty one: forgetting is safe, guessing is not. */
export function loadMemory(value: unknown): Memory {
  const json = readMemoryJson(value);
  if (!json) return createMemory();
  const rides = createLru<Ride>();
  for (const [key, member, at, deaths] of json.rides.slice(-MOST_RIDES))
    rides.use(key, { member, at: instant(at), deaths });
  const stickyKeys = (kept: readonly KeptJson[]): Lru<Kept> => {
    const lru = createLru<Kept>();
    for (const [key, member, at] of kept.slice(-MOST_STICKY)) lru.use(key, { member, at: instant(at) });
    return lru;
  };
  return {
    turns: new Map(json.turns),
    rides,
    sticky: new Map(json.sticky.map(([group, keys]) => [group, stickyKeys(keys)])),
    draws: json.draws,
  };
}
