import { factorsOf, pairHash } from "./pair-hash.ts";

/**
 * Hashes side by side in one large number, 64 bits each, the first one lowest. Chrome runs a PAC without compilers: there
 * a loop over 3,000 members takes 250 µs, and a few operations on one number of 24,000 bytes 50.
 */
export interface PackedHashes {
  readonly hashes: readonly number[];
  readonly packed: bigint;
  /** The lower 32 bits of each. */
  readonly lower: bigint;
  /** The lowest bit of the upper 32 of each: whether an addition carried. */
  readonly carries: bigint;
  /** To add: carries where a hash is one of the few highest. */
  readonly threshold: bigint;
}

/** How many hashes are above the threshold on average. None of them is in 1 of 400 cases: then all are looked at. */
const FEW = 6;
const DIGITS = 16;
const CARRY_DIGIT = 8;

export function packHashes(hashes: readonly number[]): PackedHashes {
  const all = (digits: string): bigint => BigInt(`0x0${digits.repeat(hashes.length)}`);
  const hex = (hash: number): string => hash.toString(16).padStart(DIGITS, "0");
  const highest = Math.floor(0x1_0000_0000 * Math.min(1, FEW / hashes.length));
  return {
    hashes,
    packed: BigInt(`0x0${hashes.map(hex).reverse().join("")}`),
    lower: all("00000000ffffffff"),
    carries: all("0000000100000000"),
    threshold: hashes.length === 0 ? 0n : all(hex(highest)),
  };
}

/** The place of the hash whose `pairHash` with `first` is the highest; of equals the first; null: there is none. */
export function highestPair(first: number, packed: PackedHashes): number | null {
  const factors = factorsOf(first);
  const few = candidates(factors, packed);
  const places = few.length > 0 ? few : packed.hashes.keys();
  let best: number | null = null;
  let most = -1;
  for (const place of places) {
    const its = pairHash(factors, packed.hashes[place] ?? 0);
    if (its > most) [best, most] = [place, its];
  }
  return best;
}

/** The places of those that may be the highest, rising. */
function candidates(
  [one, two]: readonly [number, number],
  { packed, lower, carries, threshold }: PackedHashes,
): number[] {
  const first = packed * BigInt(one);
  const folded = (first ^ (first >> 32n)) & lower;
  const second = folded * BigInt(two);
  const scores = (second ^ (second >> 32n)) & lower;
  const digits = ((scores + threshold) & carries).toString(16);
  const last = digits.length - 1 - CARRY_DIGIT;
  const found: number[] = [];
  for (let at = digits.indexOf("1"); at >= 0; at = digits.indexOf("1", at + 1)) found.push((last - at) / DIGITS);
  return found.reverse();
}
