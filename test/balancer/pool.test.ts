import { describe, expect, test } from "vitest";
import { planOf } from "../../src/balancer/shown.ts";
import type { BalancerOptions } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";
import { begins, closings, ends, firstCycle, groupOf, type Input, play, single, start, tested } from "./group-story.ts";

/** The holders by slot; a slot that does not work in capitals. */
const slots = (letters: string, inputs: readonly Input[], options: Partial<BalancerOptions> = {}): string => {
  const setup = groupOf("pool", letters, options);
  const plan = planOf(setup, play(setup, inputs).state);
  if (plan.kind !== "pool") return plan.kind;
  return plan.slots
    .map(({ member, works }) => letters[member]?.[works ? "toLowerCase" : "toUpperCase"]() ?? "?")
    .join("");
};

describe("slots", () => {
  const all = firstCycle({ a: 100, b: 100, c: 100, d: 300, e: 50 });
  test.each<[string, Input[], string]>([
    ["PL1 · min(pool, members), held provisionally by the first", [start(0)], "ABC"],
    [
      "PL2 · filled afresh until the first cycle has ended",
      [start(0), single(1, { e: 90 }), single(2, { b: 90 })],
      "beA",
    ],
    [
      "PL2 · those never tested hold a slot before those that failed",
      [start(0), single(1, { a: "fail", e: 9 })],
      "eBC",
    ],
    ["PL2 · a cached success counts as working", [start(0, { d: 9, e: 9 })], "deA"],
    ["PL2 · kept while it answers, however slow", [...all, single(60_000, { b: 4800 })], "abc"],
    ["PL2 · a recovered holder waits outside", [...all, single(2e4, { b: "fail" }), single(3e4, { b: 9 })], "adc"],
    ["PL3 · a dead holder's slot goes to the first working outsider", [...all, single(60_000, { b: "fail" })], "adc"],
    [
      "PL3 · with none it is skipped",
      [...all, single(9e4, { d: "fail", e: "fail" }), single(9e4, { b: "fail" })],
      "aBc",
    ],
    [
      "PL3 · and works again when it, or an outsider, answers",
      [...all, single(9e4, { b: "fail", d: "fail", e: "fail" }), single(9e4, { e: 80 })],
      "aec",
    ],
    ["PL2 · a regular cycle holds nothing back", [...all, begins(9e4, "regular"), tested(9e4, { a: "fail" })], "dbc"],
  ])("%s", (_, inputs, expected) => {
    expect(slots("abcde", inputs)).toBe(expected);
  });

  test("PL1 · fewer members than slots", () => {
    expect(slots("ab", [start(0)])).toBe("AB");
  });

  test("B20 · an emptied group has an empty plan", () => {
    expect(slots("", [start(0)])).toBe("empty");
  });
});

describe("slots with a tolerance", () => {
  const options = { pool: 2, tolerance: ms(50) };
  const all = firstCycle({ a: 300, b: 400, c: 900, d: 900 });
  test.each<[string, Input[], string]>([
    ["PL4 · filled afresh with the fastest", [start(0), single(1, { d: 90, c: 100, b: 500 })], "dc"],
    ["PL4 · the fastest outsider against the slowest holder", [...all, single(6e4, { c: 349, d: 380 })], "ac"],
    ["PL4 · not for exactly the tolerance", [...all, single(6e4, { c: 350 })], "ab"],
    ["PL4 · one swap an update", [...all, single(6e4, { c: 10, d: 20 })], "ac"],
    ["PL4 · the next one at the next update", [...all, single(6e4, { c: 10, d: 20 }), single(7e4, { b: 500 })], "dc"],
    ["PL4 · the end of a cycle is no update", [...all, single(6e4, { c: 10, d: 20 }), ends(7e4)], "ac"],
    [
      "PL4 · a dead holder is replaced by the fastest",
      [...all, single(6e4, { d: 880 }), single(7e4, { a: "fail" })],
      "db",
    ],
  ])("%s", (_, inputs, expected) => {
    expect(slots("abcd", inputs, options)).toBe(expected);
  });

  test("PL5 · refilling closes nothing", () => {
    const inputs = [...all, single(20_000, { c: 10 })];
    expect(closings(play(groupOf("pool", "abcd", options), inputs))).toEqual([]);
  });
});
