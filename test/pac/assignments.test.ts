import { expect, test } from "vitest";
import type { Decision } from "../../src/decision/contract.ts";
import { instant } from "../../src/model/units.ts";
import { createAssignments } from "../../src/pac/assignments.ts";

const to = (outbound: string, via: readonly string[] = ["g"], rule: Decision["rule"] = null): Decision => ({
  outbound,
  via,
  rule,
  blocked: null,
  changes: [],
});
const noted = (ways: readonly Decision[]): number => {
  const assignments = createAssignments();
  for (const way of ways) assignments.note("https://x.test:443", way, instant(1));
  return assignments.since(0).entries.length;
};

test.each<[string, Decision, number]>([
  ["the same", to("a"), 1],
  ["another outbound", to("b"), 2],
  ["another group", to("a", ["h"]), 2],
  ["one group more", to("a", ["g", "h"]), 2],
  ["no group", to("a", []), 2],
  ["another rule", to("a", ["g"], 0), 2],
])("B8 · an origin's way is noted when it changes: %s", (_, next, count) => {
  expect(noted([to("a"), next, next])).toBe(count);
});

test("B8 · the last 1,000 changes are told, those after a number alone, and no change is counted twice", () => {
  const assignments = createAssignments();
  for (let i = 1; i <= 4_500; i++) {
    assignments.note(`https://h${i}.test:443`, to("a"), instant(i));
    const { last, entries } = assignments.since(0);
    expect([last, entries.length, entries.at(-1)?.[0]]).toEqual([i, Math.min(i, 1_000), i]);
    expect(entries[0]?.[0]).toBe(Math.max(1, i - 999));
  }
  expect(assignments.since(4_498).entries.map(([number, origin]) => [number, origin])).toEqual([
    [4_499, "https://h4499.test:443"],
    [4_500, "https://h4500.test:443"],
  ]);
});

test("B8 · of more than 5,000 origins some are noted again, the way they go", () => {
  const assignments = createAssignments();
  for (let i = 0; i < 6_000; i++) assignments.note(`https://h${i}.test:443`, to("a"), instant(i));
  assignments.note("https://h0.test:443", to("a"), instant(6_000));
  expect(assignments.since(6_000).entries).toEqual([[6_001, "https://h0.test:443", "a", ["g"], null, 6_000]]);
});
