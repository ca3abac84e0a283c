import fc from "fast-check";
import { expect, test } from "vitest";
import { highestPair, packHashes } from "../../src/lib/packed-hashes.ts";
import { factorsOf, pairHash } from "../../src/lib/pair-hash.ts";

const word = fc.integer({ min: 0, max: 0xffff_ffff });

/** Two rounds, in whole numbers of any size. */
function inLarge([one, two]: readonly [number, number], second: number): number {
  const fold = (product: bigint): bigint => (product ^ (product >> 32n)) & 0xffff_ffffn;
  return Number(fold(fold(BigInt(second) * BigInt(one)) * BigInt(two)));
}

test("CH4 · a pair's hash is the folded product, computed in halves", () => {
  fc.assert(
    fc.property(word, word, (first, second) => {
      const factors = factorsOf(first);
      expect(pairHash(factors, second)).toBe(inLarge(factors, second));
    }),
  );
});

test("CH4 · the search in one large number finds what the hash of each pair says, of equals the first", () => {
  const some = fc.oneof(
    fc.array(word, { minLength: 1 }),
    fc.array(fc.constantFrom(0, 1, 5, 0xffff_ffff), { minLength: 1 }),
  );
  fc.assert(
    fc.property(word, some, (first, seconds) => {
      const scores = seconds.map((second) => pairHash(factorsOf(first), second));
      expect(highestPair(first, packHashes(seconds))).toBe(scores.indexOf(Math.max(...scores)));
    }),
    { numRuns: 1_000 },
  );
});

test("CH4 · of thousands too, also where none is above the threshold", () => {
  const seconds = Array.from({ length: 3_000 }, (_, i) => pairHash(factorsOf(7), i + 1));
  const packed = packHashes(seconds);
  for (let first = 0; first < 1_500; first++) {
    const factors = factorsOf(first);
    let best = 0;
    for (const [place, second] of seconds.entries())
      if (pairHash(factors, second) > pairHash(factors, seconds[best] ?? 0)) best = place;
    expect(highestPair(first, packed)).toBe(best);
  }
});

test("CH4 · of none nobody", () => {
  expect(highestPair(7, packHashes([]))).toBeNull();
});
