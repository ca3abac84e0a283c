import { createLru, type Lru } from "../lib/lru.ts";
import type { Tag } from "../model/outbound.ts";
import { type Instant, instant } from "../model/units.ts";
import type { MemoryChange } from "./contract.ts";
import { readMemoryJson } from "./memory-json.ts";
import { createStickyKeys, type Kept, type StickyKeys } from "./sticky-keys.ts";

export const RIDE_SILENCE_MS = 10_000;
const MOST_RIDES = 10_000;

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
  readonly sticky: Map<Tag, StickyKeys>;
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
    rides.deleteOldest();
  }
}

function rememberSticky(
  sticky: Memory["sticky"],
  { group, key, member, fresh, ttl }: Extract<MemoryChange, { kind: "sticky" }>,
  now: Instant,
): void {
  const keys = sticky.get(group) ?? createStickyKeys();
  sticky.set(group, keys);
  if (fresh || keys.get(key) === undefined) keys.store(key, member, ttl, now);
  else keys.use(key);
}

export function saveMemory({ turns, rides, sticky, draws }: Memory): MemoryJson {
  const entries = (keys: StickyKeys): KeptJson[] => keys.entries().map(([key, { member, at }]) => [key, member, at]);
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
  const stickyKeys = (kept: readonly KeptJson[]): StickyKeys =>
    createStickyKeys(kept.map(([key, member, at]) => [key, { member, at: instant(at) }]));
  return {
    turns: new Map(json.turns),
    rides,
    sticky: new Map(json.sticky.map(([group, keys]) => [group, stickyKeys(keys)])),
    draws: json.draws,
  };
}
