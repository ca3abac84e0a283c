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

/** What decisions remember (B18). Only `remember` changes it. Maps are in order of use, the least recent first. */
export interface Memory {
  /** How many turns each group has given. */
  readonly turns: Map<Tag, number>;
  /** Members of connections under way, by group and origin (RR4). */
  readonly rides: Map<string, Kept>;
  /** Members of sticky keys, by group (SS2). It is browsing history: it never goes to a disk. */
  readonly sticky: Map<Tag, Map<string, Kept>>;
  /** How many draws were made. */
  draws: number;
}

/** A memory as plain JSON: lists of entries in the order of the maps. */
export interface MemoryJson {
  readonly turns: readonly (readonly [group: Tag, count: number])[];
  readonly rides: readonly KeptJson[];
  readonly sticky: readonly (readonly [group: Tag, keys: readonly KeptJson[]])[];
  readonly draws: number;
}
export type KeptJson = readonly [key: string, member: Tag, at: number];

export const createMemory = (): Memory => ({ turns: new Map(), rides: new Map(), sticky: new Map(), draws: 0 });

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
        rememberRide(memory.rides, change.key, { member: change.member, at: now });
        break;
      case "sticky":
        rememberSticky(memory.sticky, change, now);
        break;
    }
  }
}

function rememberRide(rides: Memory["rides"], key: string, ride: Kept): void {
  rides.delete(key);
  rides.set(key, ride);
  // Two a time is enough to keep ended rides from piling up: each decision adds one at most a group.
  for (let i = 0; i < 2; i++) {
    const [oldest, { at }] = rides.entries().next().value ?? [key, ride];
    if (rides.size > MOST_RIDES || ride.at - at >= RIDE_SILENCE_MS) rides.delete(oldest);
  }
}

function rememberSticky(
  sticky: Memory["sticky"],
  { group, key, member, fresh, ttl }: Extract<MemoryChange, { kind: "sticky" }>,
  now: Instant,
): void {
  const keys = sticky.get(group) ?? new Map<string, Kept>();
  const at = fresh ? now : (keys.get(key)?.at ?? now);
  keys.delete(key);
  keys.set(key, { member, at });
  sticky.set(group, keys);
  if (keys.size <= MOST_STICKY) return;
  for (const [old, kept] of keys) if (isExpired(kept, ttl, now)) keys.delete(old);
  for (const old of keys.keys()) if (keys.size > MOST_STICKY) keys.delete(old);
}

/** Whether a sticky key's time is over, counted from storing; a `ttl` of 0 never ends. */
export const isExpired = ({ at }: Kept, ttl: Ms, now: Instant): boolean => ttl > 0 && now - at >= ttl;

/** Ends every ride: the rules have changed (RR4). */
export const forgetRides = (memory: Memory): void => memory.rides.clear();

export function saveMemory({ turns, rides, sticky, draws }: Memory): MemoryJson {
  const entries = (kept: ReadonlyMap<string, Kept>): KeptJson[] =>
    [...kept].map(([key, { member, at }]) => [key, member, at]);
  return {
    turns: [...turns],
    rides: entries(rides),
    sticky: [...sticky].map(([group, keys]) => [group, entries(keys)]),
    draws,
  };
}

/** Anything that is not a memory as `saveMemory` writes it gives an empty one: forgetting is safe, guessing is not. */
export function loadMemory(value: unknown): Memory {
  const json = readMemoryJson(value);
  if (!json) return createMemory();
  const entries = (kept: readonly KeptJson[], most: number): Map<string, Kept> =>
    new Map(kept.slice(-most).map(([key, member, at]) => [key, { member, at: instant(at) }]));
  return {
    turns: new Map(json.turns),
    rides: entries(json.rides, MOST_RIDES),
    sticky: new Map(json.sticky.map(([group, keys]) => [group, entries(keys, MOST_STICKY)])),
    draws: json.draws,
  };
}
