import { describe, expect, test } from "vitest";
import { deadlineOf } from "../../src/balancer/group.ts";
import { planOf, resultOf } from "../../src/balancer/shown.ts";
import type { BalancerOptions } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";
import {
  begins,
  ends,
  firstCycle,
  groupOf,
  type Input,
  joined,
  logLines,
  play,
  single,
  start,
  tested,
  until,
} from "./group-story.ts";

const selected = (
  letters: string,
  inputs: readonly Input[],
  options: Partial<BalancerOptions> = {},
  network: "tcp" | "udp" = "tcp",
): string | undefined => {
  const setup = groupOf("lowest-delay", letters, options);
  const plan = planOf(setup, play(setup, inputs).state, network);
  return plan.kind === "one" ? letters[plan.member] : plan.kind;
};

describe("the selection", () => {
  const settled = firstCycle({ a: 100, b: 400, c: 300 });
  test.each<[string, Input[], string]>([
    ["LD1 · the first when nothing is cached", [start(0)], "a"],
    ["LD1 · the fastest in the cached results", [start(0, { a: 90, b: 40, c: 60 })], "b"],
    [
      "LD2 · a provisional pick leaves for the first real ping, however slow",
      [start(0, { a: 9 }), single(1, { b: 2500 })],
      "b",
    ],
    ["LD2 · for the fastest of those known", [start(0, { a: 9 }), single(1, { b: 2500, c: 2400 })], "c"],
    ["LD2 · not for a failure", [start(0, { a: 9 }), single(1, { b: "fail" })], "a"],
    ["LD3 · by exactly the tolerance is not enough", [...settled, single(60_000, { b: 50 })], "a"],
    ["LD3 · by more than the tolerance", [...settled, single(60_000, { b: 49 })], "b"],
    ["LD4 · the selected one failed: the fastest that answers", [...settled, single(60_000, { a: "fail" })], "c"],
    ["LD4 · none answers: the best cached one", [start(0, { b: 80, c: 70 }), single(1, { a: "fail" })], "c"],
    ["LD4 · nothing cached either: it stays", [start(0), single(1, { a: "fail" })], "a"],
    [
      "LD4 · it stayed: the first that answers takes it",
      [start(0), single(1, { a: "fail" }), single(2, { c: 3000 })],
      "c",
    ],
    ["LD6 · a cached ping never takes a member that answers", [start(0, { b: 1 }), single(1, { a: 19_000 })], "a"],
    ["B19 · equals in config order", [start(0), single(1, { c: 90, b: 90 })], "b"],
  ])("%s", (_, inputs, expected) => {
    expect(selected("abc", inputs)).toBe(expected);
  });

  test("LD3 · the larger of the two tolerances, as written", () => {
    const inputs = [...firstCycle({ a: 300, b: 500 }), single(60_000, { b: 101 })];
    expect(selected("ab", inputs, { tolerance: ms(200), toleranceRatio: 0.1 })).toBe("a");
    expect(selected("ab", inputs, { tolerance: ms(0), toleranceRatio: 0 })).toBe("b");
  });

  test("B6 · each network has its selection", () => {
    const inputs = [start(0), single(100, { B: 90 }), single(110, { u: 300 })];
    expect(selected("aBu", inputs)).toBe("B");
    expect(selected("aBu", inputs, {}, "udp")).toBe("u");
  });
});

describe("the 30 s stay", () => {
  const taken = [start(0), begins(1, "first"), tested(1_000, { b: 400 }), tested(2_000, { c: 100 }), ends(3_000)];
  test.each<[string, Input[], string]>([
    ["LD5 · it stays though a faster one answers and the cycle ends", [...taken, until(30_999)], "b"],
    ["LD5 · then the best known takes it, by the timer alone", [...taken, until(31_000)], "c"],
    ["LD5 · it ends at once when the member fails", [...taken, single(10_000, { b: "fail" })], "c"],
    ["LD5 · tolerance applies at its end", [...taken, single(9_000, { c: 351 }), until(40_000)], "b"],
    ["LD5 · the next one has a stay of its own", [...taken, single(40_000, { a: 5 }), until(60_999)], "c"],
    [
      "LD5 · a pick confirmed by its own ping has no stay",
      [start(0, { a: 9 }), begins(1, "first"), tested(100, { a: 300 }), tested(200, { b: 20 })],
      "b",
    ],
    [
      "LD5 · a member that failed and answers again has no stay left",
      [start(0), single(1, { b: 400 }), single(2, { b: "fail" }), single(3, { b: 400 }), single(4, { c: 100 })],
      "c",
    ],
    [
      "LD5 · a stay that ends while the cycle is held waits for the cycle",
      [...taken, begins(20_000, "regular"), until(31_000)],
      "b",
    ],
    [
      "LD5 · and then the end of the cycle chooses",
      [...taken, begins(20_000, "regular"), until(31_000), ends(32_000)],
      "c",
    ],
  ])("%s", (_, inputs, expected) => {
    expect(selected("abc", inputs)).toBe(expected);
  });

  test("LD5 · the deadline is the end of the stay, and goes with it", () => {
    const setup = groupOf("lowest-delay", "abc");
    const inputs = [...taken, until(30_500)];
    expect(deadlineOf(play(setup, inputs).state)).toBe(31_000);
    expect(deadlineOf(play(setup, [...taken, single(30_999, { c: 500 }), until(31_000)]).state)).toBeNull();
  });
});

describe("a regular cycle", () => {
  const regular = [...firstCycle({ a: 300, b: 900, c: 800 }), begins(300_000, "regular")];
  test.each<[string, Input[], string]>([
    ["B12 · a faster one waits while the selected one is not tested", [tested(300_100, { b: 20 })], "a"],
    ["B12 · the cycle ends without having tested it", [tested(300_100, { b: 20 }), ends(300_200)], "b"],
    ["B13 · the selected one fails: the best known so far", [tested(300_100, { b: 20, a: "fail" })], "b"],
    [
      "B13 · a provisional pick is not held",
      [single(299_000, { a: "fail", b: "fail", c: "fail" }), tested(300_100, { b: 700 })],
      "b",
    ],
    [
      "B14 · the cycle has tested it: what waited applies",
      [tested(300_100, { b: 20 }), tested(300_200, { a: 310 })],
      "b",
    ],
    ["B14 · and what comes later too", [tested(300_200, { a: 310 }), tested(300_300, { b: 20 })], "b"],
    ["B16 · a result outside the cycle applies at once", [single(300_100, { b: 20 })], "b"],
    ["B16 · one that the cycle joined too", [joined(300_100, { b: 20 })], "b"],
    [
      "B14 · a test outside the cycle is the cycle's when it joined it",
      [joined(300_100, { a: 310 }), tested(300_200, { b: 20 })],
      "b",
    ],
    ["B14 · and is not when it did not", [single(300_100, { a: 310 }), tested(300_200, { b: 20 })], "a"],
  ])("%s", (_, inputs, expected) => {
    expect(selected("abc", [...regular, ...inputs])).toBe(expected);
  });

  test("B15 · a cycle after a network change is not held", () => {
    const inputs = [...firstCycle({ a: 300, b: 900 }), begins(100_000, "network"), tested(100_100, { b: 20 })];
    expect(selected("ab", inputs)).toBe("b");
  });
});

describe("what is said of it", () => {
  test("M25 · a line for each decision: the member, the fastest one and the reason; no number of an earlier run", () => {
    const setup = groupOf("lowest-delay", "abc");
    const inputs = [
      start(0, { a: 90, c: 95 }),
      single(1, { b: 400 }),
      single(2, { c: 300 }),
      until(31_000),
      single(40_000, { c: "fail" }),
    ];
    expect(logLines(play(setup, inputs))).toEqual([
      "LOWEST g: keeps a (cached), fastest: none yet; nobody answers",
      "LOWEST g: takes b (400 ms) after a (cached), fastest: b (400 ms); first real ping",
      "LOWEST g: keeps b (400 ms), fastest: c (300 ms); it stays 30 s after it was taken",
      "LOWEST g: takes c (300 ms) after b (400 ms), fastest: c (300 ms); faster by more than 50 ms",
      "LOWEST g: takes b (400 ms) after c (failed), fastest: b (400 ms); the selected one failed",
    ]);
  });

  // A tenth of 1,111 is no whole number, and none that a computer holds exactly either.
  test.each([
    ["kept", 1_000, "LOWEST g: keeps a (1111 ms), fastest: b (1000 ms); none is faster by more than 111 ms"],
    ["taken", 999, "LOWEST g: takes b (999 ms) after a (1111 ms), fastest: b (999 ms); faster by more than 111 ms"],
  ])("M25 · in whole ms by how much another must be faster: %s", (_, delay, line) => {
    const inputs = [start(0), single(1, { a: 1_111 }), single(40_000, { b: delay })];
    expect(logLines(play(groupOf("lowest-delay", "ab"), inputs)).at(-1)).toBe(line);
  });

  test("LD6 · a cached ping is not the group's delay", () => {
    const setup = groupOf("lowest-delay", "ab");
    expect(resultOf(setup, play(setup, [start(0, { a: 90 })]).state)).toMatchObject({ cached: true });
    expect(resultOf(setup, play(setup, [start(0, { a: 90 }), single(1, { a: 70 })]).state)).toMatchObject({
      delay: 70,
      cached: false,
    });
  });
});
