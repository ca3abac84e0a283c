import { describe, expect, test } from "vitest";
import { displayedOf, planOf, usingOf } from "../../src/balancer/shown.ts";
import type { StickyPart, Strategy } from "../../src/model/outbound.ts";
import { begins, ends, firstCycle, groupOf, type Input, play, single, start, tested } from "./group-story.ts";

const using = (letters: string, inputs: readonly Input[]): string => {
  const setup = groupOf("round-robin", letters);
  return usingOf(setup, play(setup, inputs).state).join("");
};

const shown = (letters: string, inputs: readonly Input[]): string | null => {
  const setup = groupOf("round-robin", letters);
  return displayedOf(setup, play(setup, inputs).state);
};

/** a and b in use, c too slow; a regular cycle runs from 300000. */
const regular = [...firstCycle({ a: 100, b: 150, c: 900 }), begins(300_000, "regular")];

describe("turns", () => {
  test.each<[string, string, Input[], string]>([
    ["RR1 · before any result of this run all, in config order", "cab", [start(0)], "cab"],
    ["RR1 · cached results change nothing", "ab", [start(0, { b: 20 })], "ab"],
    ["RR2 · the alive ones, fastest first", "abcd", [start(0), single(9, { a: 150, b: 100, c: 201, d: "fail" })], "ba"],
    [
      "RR2 · a cached member is alive while no other answers",
      "ab",
      [start(0, { b: 20 }), single(9, { a: "fail" })],
      "b",
    ],
    ["RR3 · nobody is alive: all, in sorted order", "ab", [start(0), single(9, { a: "fail", b: "fail" })], "ab"],
    ["B19 · equals in config order", "bac", [start(0), single(9, { a: 100, b: 100, c: 100 })], "bac"],
    ["B20 · an empty group names nobody", "", [start(0)], ""],
  ])("%s", (_, letters, inputs, expected) => {
    expect(using(letters, inputs)).toBe(expected);
  });
});

describe("deaths, which end the rides on a member", () => {
  const deaths = (
    inputs: readonly Input[],
    stickyHash: readonly StickyPart[] | null = null,
    strategy: Strategy = "round-robin",
  ) => {
    const setup = groupOf(strategy, "abc", { stickyHash });
    const plan = planOf(setup, play(setup, inputs).state);
    return "deaths" in plan ? plan.deaths : undefined;
  };
  const known = [start(0), single(1, { a: 90, b: 100, c: 900 })];
  test.each<[string, Input[], object | undefined]>([
    ["RR4 · nobody died", known, undefined],
    ["RR4 · one in use fails", [...known, single(2, { a: "fail" })], { 0: 1 }],
    ["RR4 · and answers again", [...known, single(2, { a: "fail" }), single(3, { a: 90 })], { 0: 1 }],
    ["RR4 · one that takes no connections: nothing rides on it", [...known, single(2, { c: "fail" })], undefined],
    [
      "RR4 · one that was dead already takes none",
      [...known, single(2, { a: "fail" }), single(3, { a: "fail" })],
      { 0: 1 },
    ],
    [
      "RR4 · nobody is alive, so the dead take connections: each failure counts",
      [...known, single(2, { a: "fail", b: "fail", c: "fail" }), single(3, { a: "fail" })],
      { 0: 2, 1: 1 },
    ],
  ])("%s", (_, inputs, expected) => {
    expect(deaths(inputs)).toEqual(expected);
  });

  test("RR4 · a plan says so only where connections ride", () => {
    const inputs = [start(0), single(1, { a: 90, b: 100 }), ends(2), single(3, { a: "fail" })];
    for (const strategy of ["pool", "sticky-sessions"] as const) {
      expect(deaths(inputs, ["none"], strategy), strategy).toEqual({ 0: 1 });
      expect(deaths(inputs, ["domain"], strategy), strategy).toBeUndefined();
    }
  });
});

describe("a regular cycle", () => {
  test.each<[string, Input[], string]>([
    ["B12 · one in use that got slow is kept", [tested(300_100, { b: 4000 })], "ab"],
    ["B12 · a fast outsider waits", [tested(300_100, { c: 20 })], "ab"],
    ["B12 · the cycle ends: chosen again with all results", [tested(300_100, { b: 4000, c: 20 }), ends(300_200)], "ca"],
    [
      "B13 · one that fails is replaced by the best alive outsider",
      [tested(300_100, { c: 20 }), tested(300_200, { b: "fail" })],
      "ac",
    ],
    ["B13 · no outsider is alive: it is dropped", [tested(300_100, { b: "fail" })], "a"],
    [
      "B13 · all in use fail: the outsider that is left",
      [tested(300_100, { a: "fail" }), tested(300_200, { b: "fail" })],
      "c",
    ],
    [
      "B13 · what was dropped stays out until the cycle ends",
      [tested(300_100, { b: "fail" }), tested(300_200, { c: 20 })],
      "a",
    ],
    [
      "B16 · a result outside the cycle applies at once",
      [tested(300_100, { b: 4000 }), single(300_200, { c: 30 })],
      "ca",
    ],
    ["RR3 · all fail in the cycle: all take turns", [tested(300_100, { a: "fail", b: "fail", c: "fail" })], "abc"],
  ])("%s", (_, inputs, expected) => {
    expect(using("abc", [...regular, ...inputs])).toBe(expected);
  });

  test.each<[string, Input[], string]>([
    ["B13 · with no alive outsider, the best cached one", [tested(2, { a: "fail" })], "db"],
    ["B13 · which stays until more is known", [tested(2, { a: "fail" }), tested(3, { b: 105 })], "db"],
    ["B13 · and leaves for an alive outsider", [tested(2, { a: "fail" }), tested(3, { c: 110 })], "cb"],
    ["B13 · it fails its own test", [tested(2, { a: "fail" }), tested(3, { d: "fail" })], "cb"],
  ])("%s", (_, inputs, expected) => {
    const before = [start(0, { c: 70, d: 40 }), single(1, { a: 90, b: 100 }), begins(1, "regular")];
    expect(using("abcd", [...before, ...inputs])).toBe(expected);
  });

  test("RR2 · nothing is held before the first result of this run", () => {
    expect(using("abc", [start(0, { a: 9 }), begins(0, "regular"), tested(1, { b: 100 })])).toBe("b");
  });

  test.each(["first", "network"] as const)("B15 · a %s cycle is not held", (kind) => {
    const inputs = [...firstCycle({ a: 100, b: 150, c: 900 }), begins(60_000, kind), tested(60_100, { c: 20 })];
    expect(using("abc", inputs)).toBe("cab");
  });
});

describe("the member it is shown as", () => {
  const known = [start(0), single(100, { a: 100, b: 120 })];
  test.each<[string, Input[], string | null]>([
    ["B17 · its fastest", [start(0), single(100, { a: 200, b: 120 })], "b"],
    ["B17 · kept while another is faster by 50 ms only", [...known, single(200, { b: 50 })], "a"],
    ["B17 · another that is faster by more takes its place", [...known, single(200, { b: 49 })], "b"],
    ["B17 · a tenth counts when it is the larger", [start(0), single(1, { a: 1000 }), single(2, { b: 900 })], "a"],
    [
      "B17 · a regular cycle moves it only when it stops answering",
      [...known, begins(200, "regular"), tested(300, { b: 20 })],
      "a",
    ],
    [
      "B17 · a result outside the cycle does not move it either",
      [...known, begins(200, "regular"), single(300, { b: 20 })],
      "a",
    ],
    ["B17 · but its end does", [...known, begins(200, "regular"), single(300, { b: 20 }), ends(400)], "b"],
    ["B17 · the cycle has ended", [...known, begins(200, "regular"), tested(300, { b: 20 }), ends(400)], "b"],
    [
      "B17 · in a regular cycle it stops answering",
      [...known, begins(200, "regular"), tested(300, { a: "fail" })],
      "b",
    ],
    [
      "B17 · a cached one leaves for the first that answers, however slow",
      [start(0, { a: 9 }), single(1, { b: 19_990 })],
      "b",
    ],
    ["B17 · nobody answers: it stays", [...known, single(200, { a: "fail", b: "fail" })], "a"],
  ])("%s", (_, inputs, expected) => {
    expect(shown("ab", inputs)).toBe(expected);
  });
});
