import fc from "fast-check";
import { expect, test } from "vitest";
import { blockOf, loadNames, ruleOfKey } from "../../src/routing/find-name.ts";
import { packNames } from "../../src/routing/pack-names.ts";

const key = (name: string): string => name.split(".").reverse().join(",");
const find = (names: ReadonlyMap<string, number>) => {
  const table = loadNames(JSON.parse(JSON.stringify(packNames(names))));
  return (name: string): number => ruleOfKey(table, blockOf(table, key(name)), key(name));
};

const label = fc.string({ unit: fc.constantFrom("a", "b", "-", "_", "1"), minLength: 1, maxLength: 40 });
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const rule = fc.oneof(fc.constant(7), fc.nat(100_000));
const names = fc.array(fc.tuple(name, rule), { maxLength: 100 }).map((all) => new Map(all));

test("of packed names each is found with its rule, and no other", () => {
  fc.assert(
    fc.property(names, fc.array(name, { maxLength: 20 }), (packed, others) => {
      const found = find(packed);
      for (const [one, rule] of packed) expect([one, found(one)]).toEqual([one, rule]);
      for (const one of others) expect([one, found(one)]).toEqual([one, packed.get(one) ?? Number.POSITIVE_INFINITY]);
      for (const one of packed.keys()) expect(found(`${one}a`)).toBe(packed.get(`${one}a`) ?? Number.POSITIVE_INFINITY);
    }),
    { numRuns: 500 },
  );
});

test("names of one rule take no room for it, and a character that is a mark in a block finds nothing", () => {
  const packed = new Map(["good.com", "google.com", "googleapis.com"].map((one) => [one, 3]));
  expect(packNames(packed)).toMatchObject({ usual: 3, blocks: ["com,gooAdAgleGapis"] });
  for (const one of ["gooAd.com", "googleGapis.com", "gooA.com", "A.com", ""]) expect(find(packed)(one)).toBe(Infinity);
});
