import { describe, expect, test } from "vitest";
import { createMemory, loadMemory, saveMemory } from "../../src/decision/memory.ts";
import { asking, nodesOf, sticky, turns } from "./snapshot.ts";

describe("a memory", () => {
  test("B18 · survives JSON: turns, rides, sticky keys in their order, draws", () => {
    const nodes = nodesOf({ g: ["h", "i"], h: "ab", i: "cd" });
    const plans = { g: turns(0, 1), h: sticky([0, 1], [0, 1]), i: turns(0, 1) };
    const straight = asking({ nodes, plans });
    for (let i = 0; i < 30; i++) straight.ask(`https://h${i % 20}.test/`, i * 100);
    const again = loadMemory(JSON.parse(JSON.stringify(saveMemory(straight.memory))));
    expect(saveMemory(again)).toEqual(saveMemory(straight.memory));
    const resumed = asking({ nodes, plans }, again);
    for (let i = 0; i < 30; i++) {
      const address = `https://h${i}.test/`;
      expect(resumed.ask(address, 4_000)).toEqual(straight.ask(address, 4_000));
    }
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "turns"],
    ["a list", []],
    ["part of one", { turns: [] }],
    ["turns that are no numbers", { turns: [["g", "1"]], rides: [], sticky: [], draws: 0 }],
    ["turns below 0", { turns: [["g", -1]], rides: [], sticky: [], draws: 0 }],
    ["a ride without its time", { turns: [], rides: [["k", "a"]], sticky: [], draws: 0 }],
    ["a ride at no time", { turns: [], rides: [["k", "a", null, 0]], sticky: [], draws: 0 }],
    ["a ride of a member that died no number of times", { turns: [], rides: [["k", "a", 1]], sticky: [], draws: 0 }],
    ["sticky keys of the wrong shape", { turns: [], rides: [], sticky: [["g", {}]], draws: 0 }],
    ["draws that are no number", { turns: [], rides: [], sticky: [], draws: Number.NaN }],
  ])("B18 · anything malformed gives an empty one: %s", (_, value) => {
    expect(saveMemory(loadMemory(value))).toEqual(saveMemory(createMemory()));
  });

  test("B18 · more than a memory may hold is cut to the newest", () => {
    const rides = Array.from({ length: 12_000 }, (_, i) => [`k${i}`, "a", i, 0]);
    const { rides: kept } = loadMemory({ turns: [], rides, sticky: [], draws: 0 });
    expect([kept.size, kept.get("k11999")?.at, kept.get("k0")]).toEqual([10_000, 11_999, undefined]);
  });
});
