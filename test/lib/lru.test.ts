import fc from "fast-check";
import { expect, test } from "vitest";
import { createLru } from "../../src/lib/lru.ts";

const key = fc.constantFrom(..."abcde");
const step = fc.oneof(
  fc.record({ kind: fc.constant("use" as const), key, value: fc.nat() }),
  fc.record({ kind: fc.constant("delete" as const), key }),
  fc.record({ kind: fc.constant("delete the oldest" as const), key }),
);

test("it keeps what a map that deletes before it stores keeps, in the same order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const lru = createLru<number>();
      const map = new Map<string, number>();
      for (const next of steps) {
        map.delete(next.kind === "delete the oldest" ? (map.keys().next().value ?? "") : next.key);
        if (next.kind === "use") map.set(next.key, next.value);
        if (next.kind === "use") lru.use(next.key, next.value);
        else if (next.kind === "delete") lru.delete(next.key);
        else lru.deleteOldest();
        expect(lru.entries()).toEqual([...map]);
        expect([lru.size, lru.oldest()?.key, lru.get("a")]).toEqual([map.size, map.keys().next().value, map.get("a")]);
      }
    }),
  );
});
