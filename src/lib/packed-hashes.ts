import { type Factors, factorsOf, pairHash } from "./pair-hash.ts";

/**
 * Hashes side by side in one large number, 65 bits each, the first one lowest. Chrome runs a PAC without compilers: there
 * a loop over 3,000 members takes 1,000 µs, and a few operations on one number of 24,000 bytes 50.
 */
export interface PackedHashes {
  /** 0, 1, 2 … */
  readonly places: readonly number[];
  readonly hashes: readonly number[];
  /** Null: all weigh the same. */
  readonly weights: readonly number[] | null;
  readonly packed: bigint;
  /** The lower 32 bits of each. */
  readonly lower: bigint;
  /** The lowest bit of the upper 33 of each: whether an addition carried. */
  readonly carries: bigint;
  /** Tried in this order. */
  readonly thresholds: readonly Threshold[];
}

/** What finds the few that may be the highest. */
interface Threshold {
  /** To add: carries where a score is as high as `sure` or higher. */
  readonly added: bigint;
  /** Whoever scores more is beaten by none that did not carry. */
  readonly sure: number;
}

/** How many hashes reach a threshold on average; none reaches the first in 1 of 20 cases. Where too few do, all are looked at. */
const FEW = [3, 12, 48];
/** With fewer hashes a loop is as quick. */
const MANY = 8;
/** A product's 64, and one to make whole digits of 5 bits, which are written more quickly than those of 4. */
const BITS = 65;
const DIGITS = BITS / 5;
/** Where and how bit 32 is seen in them. */
const CARRY_DIGIT = 6;
const CARRY = "4";
const RANGE = 0x1_0000_0000;
/** Scores are rounded. */
const ROUNDING = 1e-9;

/** @param weights of each hash; null: all the same */
export function packHashes(hashes: readonly number[], weights: readonly number[] | null): PackedHashes {
  const ones = joined(hashes.map(() => 1));
  const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? hashes.length;
  return {
    places: [...hashes.keys()],
    hashes,
    weights,
    packed: joined(hashes),
    lower: ones * 0xffff_ffffn,
    carries: ones * BigInt(RANGE),
    thresholds: hashes.length === 0 ? [] : FEW.map((few) => thresholdOf(few / total, weights, ones)),
  };
}

/** @param part how many are to reach it, for a weight of 1 */
function thresholdOf(part: number, weights: readonly number[] | null, ones: bigint): Threshold {
  const reached = (weight: number): number => Math.min(RANGE, Math.ceil(RANGE * -Math.expm1(-part * weight)) + 1);
  return weights === null
    ? { added: ones * BigInt(reached(1)), sure: 0 }
    : { added: joined(weights.map(reached)), sure: (1 + ROUNDING) / part };
}

/** Numbers of 33 bits at most, side by side: halves of halves, for each step copies all that it has. */
function joined(numbers: readonly number[], from = 0, to = numbers.length): bigint {
  if (to - from <= 1) return BigInt(numbers[from] ?? 0);
  const middle = (from + to) >> 1;
  return joined(numbers, from, middle) | (joined(numbers, middle, to) << BigInt(BITS * (middle - from)));
}

/**
 * The places of those that score highest with `first`, the best first, of equals the first. A weighted score is above
 * `total / few` when the hash is among the highest in proportion to the weight, so that these are looked for as the others
 * are: the more one weighs, the lower is its own threshold.
 *
 * @param count how many; fewer: there are no more
 */
export function highestPairs(first: number, packed: PackedHashes, count: number): readonly number[] {
  const factors = factorsOf(first);
  const { places, thresholds } = packed;
  if (places.length < MANY) return ranked(places, Number.NEGATIVE_INFINITY, packed, factors, count);
  const scores = scoresOf(factors, packed);
  for (const { added, sure } of thresholds) {
    const found = ranked(placesAbove(added, scores, packed), sure, packed, factors, count);
    if (found.length >= count) return found;
  }
  return ranked(places, Number.NEGATIVE_INFINITY, packed, factors, count);
}

/** All their hashes at once. */
function scoresOf({ one, two }: Factors, { packed, lower }: PackedHashes): bigint {
  const first = packed * BigInt(one);
  return (((first ^ (first >> 32n)) & lower) * BigInt(two)) & lower;
}

/** Falling, as the digits have them. */
function placesAbove(added: bigint, scores: bigint, { carries }: PackedHashes): readonly number[] {
  const digits = ((scores + added) & carries).toString(32);
  const last = digits.length - 1 - CARRY_DIGIT;
  const places: number[] = [];
  for (let at = digits.indexOf(CARRY); at >= 0; at = digits.indexOf(CARRY, at + 1)) places.push((last - at) / DIGITS);
  return places;
}

/** The best of these that score `least` or more. */
function ranked(
  places: readonly number[],
  least: number,
  packed: PackedHashes,
  factors: Factors,
  count: number,
): readonly number[] {
  if (count === 1) return best(places, least, packed, factors);
  const scored = places.map((place) => ({ place, its: scoreOf(place, packed, factors) }));
  const enough = scored.filter(({ its }) => its >= least).sort((a, b) => b.its - a.its || a.place - b.place);
  return enough.slice(0, count).map(({ place }) => place);
}

function best(places: readonly number[], least: number, packed: PackedHashes, factors: Factors): readonly number[] {
  let first = -1;
  let most = least;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] ?? 0;
    const its = scoreOf(place, packed, factors);
    if (its < most || (its === most && first >= 0 && first < place)) continue;
    first = place;
    most = its;
  }
  return first < 0 ? [] : [first];
}

function scoreOf(place: number, { hashes, weights }: PackedHashes, factors: Factors): number {
  const hash = pairHash(factors, hashes[place] ?? 0);
  return weights === null ? hash : weigh(hash, weights[place] ?? 0);
}

/**
 * The score of weighted rendezvous hashing: each wins a share of the keys in proportion to its weight, and a change of one
 * moves only its own keys (Schindelhauer and Schomaker, "Weighted distributed hash tables", 2005). Without weights the hash
 * itself is in the same order.
 */
const weigh = (hash: number, weight: number): number => -weight / Math.log((hash + 0.5) / RANGE);
