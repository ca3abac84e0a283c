import { hash32, join32 } from "../lib/hash.ts";
import { memo } from "../lib/memo.ts";
import { highestPair, type PackedHashes, packHashes } from "../lib/packed-hashes.ts";
import { factorsOf, pairHash } from "../lib/pair-hash.ts";
import type { Flow } from "./flow.ts";

/** A group as the hash sees it. */
export interface Hashed {
  /** The hash of each member's tag, by index. */
  readonly hashes: readonly number[];
}

/** Where chance comes from. Replaced in the vectors; everywhere else it is `createSources`. */
export interface Sources {
  /**
   * The first `count` of a key's hash order over `members` (rising), best first (CH4).
   *
   * @param weights by member; null: all the same
   */
  order(
    key: string,
    members: readonly number[],
    group: Hashed,
    weights: readonly number[] | null,
    count: number,
  ): readonly number[];
  /** The slot of a connection's key, 0 to `slots` - 1 (PL1). */
  slot(key: string, slots: number, flow: Flow): number;
  /** One of `members`, which are not empty: the draw number `count`, from 0. */
  draw(members: readonly number[], key: string, count: number): number;
}

/** With fewer members a loop is as quick. */
const MANY = 20;
/** Keys come again and again. */
const hashOf = memo(5_000, hash32);

/**
 * Hashes and seeded draws. The hash order and the slots depend on nothing but key and tags, so they are the same after a
 * restart and in both browsers; the seed moves the draws only.
 */
export function createSources(seed: number): Sources {
  const packs = new WeakMap<readonly number[], PackedHashes>();

  /** Made once for a group as long as all its members are asked for, which is nearly always. */
  function packed(members: readonly number[], hashes: readonly number[]): PackedHashes {
    const key = members.length === hashes.length ? hashes : members;
    const made = packs.get(key) ?? packHashes(members.map((member) => hashes[member] ?? 0));
    packs.set(key, made);
    return made;
  }

  return {
    order(key, members, { hashes }, weights, count) {
      const site = hashOf(key);
      if (count === 1 && weights === null && members.length >= MANY) {
        const place = highestPair(site, packed(members, hashes));
        return place === null ? [] : [members[place] ?? 0];
      }
      const factors = factorsOf(site);
      const score = (member: number): number =>
        weigh(pairHash(factors, hashes[member] ?? 0), weights?.[member] ?? null);
      if (count > 1) return sortByScore(members, score).slice(0, count);
      return members.length === 0 ? [] : [bestByScore(members, score)];
    },
    slot: (key, slots) => hashOf(key) % slots,
    draw: (members, key, count) => members[join32(join32(seed, hashOf(key)), count) % members.length] ?? 0,
  };
}

/**
 * The score of weighted rendezvous hashing: each member wins a share of the keys in proportion to its weight, and a
 * change of one member moves only its own keys (Schindelhauer and Schomaker, "Weighted distributed hash tables", 2005).
 * Without weights the hash itself is in the same order.
 */
function weigh(hash: number, weight: number | null): number {
  return weight === null ? hash : -weight / Math.log((hash + 0.5) / 0x1_0000_0000);
}

function bestByScore(members: readonly number[], score: (member: number) => number): number {
  let best = members[0] ?? 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const member of members) {
    const its = score(member);
    if (its > most) [best, most] = [member, its];
  }
  return best;
}

/** Highest first; equals in config order (B19). */
function sortByScore(members: readonly number[], score: (member: number) => number): readonly number[] {
  const scored = members.map((member) => ({ member, its: score(member) }));
  return scored.sort((a, b) => b.its - a.its || a.member - b.member).map(({ member }) => member);
}
