import { hash32, join32 } from "../lib/hash.ts";
import { highestPairs, type PackedHashes, packHashes } from "../lib/packed-hashes.ts";
import type { Flow } from "./flow.ts";

/** A group as the hash sees it. */
export interface Hashed {
  /** The hash of each member's tag, by index. */
  readonly hashes: readonly number[];
}

type Weights = readonly number[] | null;

/** Where chance comes from. Replaced in the vectors; everywhere else it is `createSources`. */
export interface Sources {
  /**
   * The first `count` of a key's hash order over `members` (rising), best first (CH4).
   *
   * @param weights by member; null: all the same
   */
  order(key: string, members: readonly number[], group: Hashed, weights: Weights, count: number): readonly number[];
  /** The slot of a connection's key, 0 to `slots` - 1 (PL1). */
  slot(key: string, slots: number, flow: Flow): number;
  /** One of `members`, which are not empty: the draw number `count`, from 0. */
  draw(members: readonly number[], key: string, count: number): number;
}

/**
 * Hashes and seeded draws. The hash order and the slots depend on nothing but key and tags, so they are the same after a
 * restart and in both browsers; the seed moves the draws only.
 */
export function createSources(seed: number): Sources {
  const packs = new WeakMap<readonly number[], { readonly weights: Weights; readonly packed: PackedHashes }>();

  /** Made once for a group as long as all its members are asked for, which is nearly always, and weigh the same; else for a plan. */
  function packed(members: readonly number[], hashes: readonly number[], weights: Weights): PackedHashes {
    const key = members.length === hashes.length && weights === null ? hashes : members;
    const known = packs.get(key);
    if (known !== undefined && known.weights === weights) return known.packed;
    const of = (values: readonly number[]): readonly number[] => members.map((member) => values[member] ?? 0);
    const made = packHashes(of(hashes), weights && of(weights));
    packs.set(key, { weights, packed: made });
    return made;
  }

  return {
    order: (key, members, { hashes }, weights, count) =>
      highestPairs(hash32(key), packed(members, hashes, weights), count).map((place) => members[place] ?? 0),
    slot: (key, slots) => hash32(key) % slots,
    draw: (members, key, count) => members[join32(join32(seed, hash32(key)), count) % members.length] ?? 0,
  };
}
