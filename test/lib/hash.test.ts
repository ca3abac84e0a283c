import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { highestPairs, packHashes } from "../../src/lib/packed-hashes.ts";
import { type Factors, factorsOf, pairHash } from "../../src/lib/pair-hash.ts";

const word = fc.integer({ min: 0, max: 0xffff_ffff });

/** In whole numbers of any size. */
function inLarge({ one, two }: Factors, second: number): number {
  const product = BigInt(second) * BigInt(one);
  return Number((((product ^ (product >> 32n)) & 0xffff_ffffn) * BigInt(two)) & 0xffff_ffffn);
}

test("CH4 · a pair's hash is that of the products, computed without large numbers", () => {
  fc.assert(
    fc.property(word, word, (first, second) => {
      const factors = factorsOf(first);
      expect(pairHash(factors, second)).toBe(inLarge(factors, second));
    }),
  );
});

/** The same order, one by one. */
function oneByOne(first: number, seconds: readonly number[], weights: readonly number[] | null): readonly number[] {
  const factors = factorsOf(first);
  const scores = seconds.map((second, place) => {
    const hash = pairHash(factors, second);
    return weights === null ? hash : -(weights[place] ?? 0) / Math.log((hash + 0.5) / 2 ** 32);
  });
  return [...seconds.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

describe("CH4 · the search in one large number finds what the score of each pair says, of equals the first", () => {
  const some = fc.oneof(
    fc.array(word, { minLength: 1 }),
    fc.array(fc.constantFrom(0, 1, 5, 0xffff_ffff), { minLength: 1, maxLength: 60 }),
  );
  const weight = fc.oneof(fc.constant(1), fc.double({ min: 1e-9, max: 1e9, noNaN: true }));

  test.each([1, 2, 5, 70])("%i of few or many, without weights and with them", (count) => {
    fc.assert(
      fc.property(word, some, fc.infiniteStream(weight), fc.boolean(), (first, seconds, stream, isWeighted) => {
        const weights = isWeighted ? [...stream.take(seconds.length)] : null;
        expect(highestPairs(first, packHashes(seconds, weights), count)).toEqual(
          oneByOne(first, seconds, weights).slice(0, count),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["that weigh the same", null],
    ["of three weights", [1, 2, 5]],
    ["of which few weigh nearly all", [1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1_000]],
  ])("of thousands %s, also where none is above a threshold", (_, weight) => {
    const seconds = Array.from({ length: 3_000 }, (_, i) => pairHash(factorsOf(7), i + 1));
    const weights = weight && seconds.map((_, i) => weight[i % weight.length] ?? 1);
    const packed = packHashes(seconds, weights);
    for (let first = 0; first < 300; first++)
      for (const count of [1, 3])
        expect(highestPairs(first, packed, count)).toEqual(oneByOne(first, seconds, weights).slice(0, count));
  });

  test("of none nobody", () => {
    expect(highestPairs(7, packHashes([], null), 1)).toEqual([]);
  });
});
