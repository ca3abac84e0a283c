import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, group, proxy, selector } from "./support/shapes.ts";

/** Groups by number, each with its members' numbers; what is no group's number is the proxy. */
type Graph = readonly (readonly number[])[];

/** Whether a way along the members comes back to a group that it passed. */
function hasLoop(graph: Graph, from: number, passed: readonly number[] = []): boolean {
  return passed.includes(from) || (graph[from] ?? []).some((member) => hasLoop(graph, member, [...passed, from]));
}

const GROUPS = 5;
const members = (most: number) => fc.uniqueArray(fc.nat(most), { minLength: 1, maxLength: 3 });
/** Anything, and what leads on to later groups alone, in any order: loops are rare in that, with one more step. */
const graph: fc.Arbitrary<Graph> = fc.oneof(
  fc.array(members(GROUPS), { minLength: GROUPS, maxLength: GROUPS }),
  fc
    .tuple(
      fc.tuple(
        ...Array.from({ length: GROUPS }, (_, i) => members(GROUPS - i - 1).map((some) => some.map((n) => n + i + 1))),
      ),
      fc.option(fc.tuple(fc.nat(GROUPS - 1), fc.nat(GROUPS - 1))),
    )
    .map(([forward, step]) => forward.map((some, i) => (step?.[0] === i ? [...new Set([...some, step[1]])] : some))),
);

test("B1 · groups that lead in a circle are refused, whatever they are and however long the circle is; no others are", () => {
  const counts = { looped: 0, straight: 0 };
  fc.assert(
    fc.property(graph, fc.array(fc.boolean(), { minLength: GROUPS, maxLength: GROUPS }), (some, selects) => {
      const tag = (n: number): string => (n < GROUPS ? `g${n}` : "a");
      const groups = some.map((one, i) =>
        selects[i] ? selector(tag(i), one.map(tag)) : group({ tag: tag(i), outbounds: one.map(tag) }),
      );
      const loops = some.some((_, from) => hasLoop(some, from));
      counts[loops ? "looped" : "straight"]++;
      expect(parseConfig(config([proxy(), ...groups])).ok).toBe(!loops);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(counts.looped, counts.straight)).toBeGreaterThan(50);
});
