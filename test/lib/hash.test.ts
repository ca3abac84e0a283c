import fc from "fast-check";
import { expect, test } from "vitest";
import { highest32, join32 } from "../../src/lib/hash.ts";

const word = fc.integer({ min: 0, max: 0xffff_ffff });

test("CH4 · the written-out search finds what the hash of each pair says", () => {
  fc.assert(
    fc.property(word, fc.array(word, { minLength: 1 }), (first, seconds) => {
      const places = [...seconds.keys()].filter((place) => place % 3 !== 1);
      const scores = places.map((place) => join32(first, seconds[place] ?? 0));
      expect(highest32(first, seconds, places)).toBe(places[scores.indexOf(Math.max(...scores))]);
    }),
  );
});

test("CH4 · of equals the first; of none nobody", () => {
  expect(highest32(7, [5, 5, 5], [2, 1, 0])).toBe(2);
  expect(highest32(7, [5], [])).toBeNull();
});
