import { type ConsistentHashingMemory, consistentHashing } from "./consistent-hashing.ts";
import { type LowestDelayMemory, lowestDelay } from "./lowest-delay.ts";
import { type PoolMemory, pool } from "./pool.ts";
import { type RoundRobinMemory, roundRobin } from "./round-robin.ts";
import { type StickySessionsMemory, stickySessions } from "./sticky-sessions.ts";
import type { Strategy } from "./strategy.ts";

/** What a strategy remembers; `kind` names the strategy. */
export type StrategyMemory =
  | RoundRobinMemory
  | LowestDelayMemory
  | ConsistentHashingMemory
  | StickySessionsMemory
  | PoolMemory;

type MemoryOf<K extends StrategyMemory["kind"]> = Extract<StrategyMemory, { readonly kind: K }>;

/** Every strategy there is, by its name in a configuration. */
export const STRATEGY_OF: { readonly [K in StrategyMemory["kind"]]: Strategy<MemoryOf<K>> } = {
  "round-robin": roundRobin,
  "lowest-delay": lowestDelay,
  "consistent-hashing": consistentHashing,
  "sticky-sessions": stickySessions,
  pool,
};

/** The strategy that a memory belongs to. The table pairs every kind with its own memory, which the compiler cannot see here. */
export const strategyOf = (kind: StrategyMemory["kind"]): Strategy<StrategyMemory> =>
  STRATEGY_OF[kind] as unknown as Strategy<StrategyMemory>;
