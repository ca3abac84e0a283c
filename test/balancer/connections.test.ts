import { describe, expect, test } from "vitest";
import { deadlineOf, stepGroup } from "../../src/balancer/group.ts";
import type { Strategy } from "../../src/model/outbound.ts";
import { instant } from "../../src/model/units.ts";
import {
  begins,
  closings,
  ends,
  firstCycle,
  groupOf,
  type Input,
  play,
  single,
  start,
  tested,
  until,
} from "./group-story.ts";

const closed = (strategy: Strategy, letters: string, inputs: readonly Input[], interruptExistConnections = false) =>
  closings(play(groupOf(strategy, letters, { interruptExistConnections }), inputs));

test("B10 · a group without a member closes nothing, and its time does not come again and again", () => {
  const setup = groupOf("round-robin", "");
  const { state } = play(setup, [start(0)]);
  expect(deadlineOf(state)).toBe(30_000);
  const settled = stepGroup(setup, state, { kind: "timer" }, instant(30_000));
  expect([deadlineOf(settled.state), settled.effects]).toEqual([null, []]);
});

describe("connections are closed", () => {
  const settled = firstCycle({ a: 100, b: 150, c: 900 });
  test.each<[string, Strategy, Input[], string[]]>([
    ["B8 · not for speed", "lowest-delay", [...firstCycle({ a: 300 }), single(20_000, { b: 20 })], []],
    [
      "B9 · of the member that failed, nobody else's",
      "round-robin",
      [start(0), single(9, { b: "fail", a: 90 })],
      ["9 died b"],
    ],
    ["B9 · not of one that got too slow", "round-robin", [start(0), single(9, { a: 90 }), single(20, { b: 5000 })], []],
    [
      "B10 · lowest-delay: at 30 s, those not selected",
      "lowest-delay",
      [...settled, until(40_000)],
      ["30000 settled bc"],
    ],
    [
      "B10 · others: at 30 s, those outside the acceptable delay",
      "round-robin",
      [...settled, until(40_000)],
      ["30000 settled c"],
    ],
    ["B10 · once", "round-robin", [...settled, until(40_000), single(50_000, { b: 5000 })], ["30000 settled c"]],
    [
      "B10 · no result of this run at 30 s: the first later update that has one",
      "lowest-delay",
      [start(0, { a: 9, b: 8, c: 7 }), begins(1, "first"), until(45_000), tested(50_000, { b: 200 }), ends(60_000)],
      ["50000 settled ac"],
    ],
    ["B10 · never without a start of the run", "lowest-delay", [single(1, { a: 90 }), single(60_000, { b: 90 })], []],
  ])("%s", (_, strategy, inputs, expected) => {
    expect(closed(strategy, "abc", inputs)).toEqual(expected);
  });

  test.each<[string, Strategy, string[]]>([
    ["B10 · the selection for UDP is in use too", "lowest-delay", ["30000 settled c"]],
    ["B10 · and what is acceptable for UDP", "round-robin", ["30000 settled c"]],
  ])("%s", (_, strategy, expected) => {
    const inputs = [start(0), begins(1, "first"), tested(9, { B: 20, a: 250, c: 600 }), ends(30), until(40_000)];
    expect(closed(strategy, "aBc", inputs)).toEqual(expected);
  });

  test("B11 · the user's too only with interrupt_exist_connections", () => {
    const inputs = [...settled, until(30_000), single(40_000, { a: "fail" })];
    expect(closed("round-robin", "abc", inputs, true)).toEqual(["30000 settled c!", "40000 died a!"]);
    expect(closed("round-robin", "abc", inputs, false)).toEqual(["30000 settled c", "40000 died a"]);
  });
});
