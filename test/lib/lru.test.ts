import fc from "fast-check";
import { expect, test } from "vitest";
import { createLru } from "../../src/lib/lru.ts";

const step = fc.oneof(
  fc.record({ kind: fc.constant("use" as const), key: fc.constantFrom(..."abcde"), value: fc.nat() }),
  fc.record({ kind: fc.constant("delete" as const), key: fc.constantFrom(..."abcde"), value: fc.constant(0) }),
);

test("it keeps what a map that deletes before it stores keeps, in the same order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const lru = createLru<number>();
      const map = new Map<string, number>();
      for (const { kind, key, value } of steps) {
        map.delete(key);
        if (kind === "use") map.set(key, value);
        if (kind === "use") lru.use(key, value);
        else lru.delete(key);
        expect(lru.entries()).toEqual([...map]);
        expect([lru.size, lru.oldest()?.key, lru.get("a")]).toEqual([map.size, map.keys().next().value, map.get("a")]);
      }
    }),
  );
});
