import { describe, expect, test } from "vitest";
import { acceptableDelay, clearlyFaster, effectiveDelay } from "../../src/balancer/delay-model.ts";
import { viewOf } from "../../src/balancer/view.ts";
import { groupOf, type Outcomes, play, resultsOf, single, start } from "./group-story.ts";

describe("effective delay", () => {
  test.each([
    ["B2 · a failed member is dead", resultsOf({ a: "fail" }, 0).a, 65_535],
    ["B2 · an untested member is dead", undefined, 65_535],
    ["B3 · a delay of this run counts as it is", resultsOf({ a: 80 }, 0).a, 80],
    ["B3 · a cached delay counts 20000 ms more", resultsOf({ a: 80 }, 0, true).a, 20_080],
    ["B3 · a cached delay is never as much as a dead member's", resultsOf({ a: 60_000 }, 0, true).a, 65_534],
  ])("%s", (_, known, expected) => {
    expect(effectiveDelay(known ?? null)).toBe(expected);
  });

  test("B2 · a saved failure is loaded as no result", () => {
    const setup = groupOf("round-robin", "ab");
    const cached = { ...resultsOf({ a: "fail" }, 0), ...resultsOf({ b: 90 }, 0, true) };
    const { state } = play(setup, [[0, { kind: "start", cached }]]);
    expect(state.known.map((known) => known?.kind ?? null)).toEqual([null, "delay"]);
  });
});

describe("acceptable delay", () => {
  test.each([
    ["B4 · twice the fastest", [150, 300, 700], 2, 300],
    ["B4 · a fastest under 100 ms counts as 100", [40, 700], 2, 200],
    ["B4 · capped, so that a dead member is never acceptable", [40_000], 2, 65_534],
    ["B4 · nobody answers: capped too", [65_535, 65_535], 2, 65_534],
    ["B4 · a ratio of 1 accepts the fastest alone", [120, 121], 1, 120],
    ["B4 · a fraction of a millisecond does not count", [333], 1.5, 499],
    ["B4 · a product a hair below its whole number is that number", [200], 1.15, 230],
  ])("%s", (_, delays, ratio, expected) => {
    expect(acceptableDelay(delays, ratio)).toBe(expected);
  });
});

const aliveIn = (letters: string, outcomes: Outcomes, network: "tcp" | "udp"): string => {
  const setup = groupOf("round-robin", letters);
  const { state } = play(setup, [start(0), single(10, outcomes)]);
  return viewOf(setup, state, network)
    .alive.map((member) => letters[member])
    .join("");
};

describe("alive", () => {
  test.each([
    ["B5 · a member exactly at the acceptable delay is alive", "abc", { a: 150, b: 300, c: 301 }, "tcp", "ab"],
    ["B5 · nobody answered: nobody is alive", "ab", { a: "fail" }, "tcp", ""],
    ["B6 · for UDP those that support it, with a limit of their own", "Abc", { A: 20, b: 300, c: 500 }, "udp", "bc"],
    ["B6 · for TCP all", "Abc", { A: 20, b: 300, c: 500 }, "tcp", "A"],
    ["B6 · nobody supports UDP: all", "AB", { A: 100, B: 120 }, "udp", "AB"],
  ] as const)("%s", (_, letters, outcomes, network, expected) => {
    expect(aliveIn(letters, outcomes, network)).toBe(expected);
  });
});

describe("clearly faster", () => {
  test.each([
    ["LD3 · by more than the tolerance", 49, 100, 50, 0.1, true],
    ["LD3 · by exactly the tolerance is not enough", 50, 100, 50, 0.1, false],
    ["LD3 · the ratio counts when it is the larger", 900, 1000, 50, 0.1, false],
    ["LD3 · a product a hair below its whole number is that number", 71, 100, 0, 0.29, false],
  ])("%s", (_, delay, than, tolerance, ratio, expected) => {
    expect(clearlyFaster(delay, than, tolerance, ratio)).toBe(expected);
  });
});
