import { describe, expect, test } from "vitest";
import { decide } from "../../src/decision/decide.ts";
import { createMemory, saveMemory } from "../../src/decision/memory.ts";
import type { TemporaryRule } from "../../src/model/temporary-rule.ts";
import { instant } from "../../src/model/units.ts";
import { asking, nodesOf, one, request, rule, turns, type World } from "./snapshot.ts";

const world = (more: Partial<World>): World => ({ nodes: nodesOf({ g: "ab" }), plans: { g: one(0) }, ...more });

const ending = (host: string, outbound: string): TemporaryRule => ({ host, below: true, outbound });

describe("where a request goes", () => {
  test.each<[string, World, string, object]>([
    ["the final outbound when no rule matches", world({}), "http://x.test/", { outbound: "a", rule: null, via: ["g"] }],
    [
      "the first rule in the user's order",
      world({ rules: [rule("x.test", "b"), rule("test", "direct")] }),
      "http://www.x.test/",
      { outbound: "b", rule: 0, via: [] },
    ],
    [
      "direct only where a rule says so",
      world({ rules: [rule("x.test", "direct")] }),
      "http://x.test/",
      { outbound: "direct", blocked: null },
    ],
    [
      "a rule that ends with the run, before all others",
      world({ temporary: [ending("x.test", "c")], rules: [rule("x.test", "b")] }),
      "http://www.x.test/",
      { outbound: "c", rule: "temporary", via: [] },
    ],
    [
      "the first of those",
      world({ temporary: [ending("www.x.test", "direct"), ending("x.test", "c")] }),
      "http://www.x.test/",
      { outbound: "direct", rule: "temporary" },
    ],
    [
      "as usual where none of those matches",
      world({ temporary: [{ host: "x.test", below: false, outbound: "c" }], rules: [rule("x.test", "b")] }),
      "http://www.x.test/",
      { outbound: "b", rule: 0 },
    ],
    [
      "through nested groups",
      world({ nodes: nodesOf({ g: ["inner", "a"], inner: "bc" }), plans: { g: one(0), inner: one(1) } }),
      "http://x.test/",
      { outbound: "c", via: ["g", "inner"], blocked: null },
    ],
    [
      "direct under a name of its own, which is no proxy's",
      world({ nodes: { ...nodesOf({ g: ["home"] }), home: { kind: "direct" } }, rules: [rule("x.test", "home")] }),
      "http://x.test/",
      { outbound: "direct", rule: 0, via: [], blocked: null },
    ],
    [
      "a selector's pick that is direct under a name of its own",
      world({ nodes: { ...nodesOf({ g: ["home"] }), home: { kind: "direct" } } }),
      "http://x.test/",
      { outbound: "direct", via: ["g"], blocked: null },
    ],
    [
      "a selector may pick direct",
      world({ nodes: nodesOf({ g: ["direct"] }) }),
      "http://x.test/",
      { outbound: "direct", via: ["g"], blocked: null },
    ],
  ])("%s", (_, given, address, expected) => {
    expect(asking(given).ask(address)).toMatchObject(expected);
  });
});

describe("B20 · nothing falls back to direct", () => {
  const loop = { g: ["inner"], inner: ["g"] };
  test.each<[string, World, string]>([
    ["a rule that blocks", world({ rules: [rule("test", "block")] }), "rule"],
    ["a group without members", world({ nodes: nodesOf({ g: "" }), plans: { g: { kind: "empty" } } }), "empty-group"],
    ["a group without a plan", world({ plans: {} }), "empty-group"],
    ["a group of which nobody takes turns", world({ plans: { g: turns() } }), "empty-group"],
    ["a plan that names a member that is not there", world({ plans: { g: one(7) } }), "unknown-outbound"],
    ["a member nobody knows", world({ nodes: nodesOf({ g: ["gone"] }) }), "unknown-outbound"],
    ["a rule to an outbound nobody knows", world({ rules: [rule("test", "gone")] }), "unknown-outbound"],
    [
      "a rule that ends with the run, to an outbound nobody knows",
      world({ temporary: [ending("test", "gone")] }),
      "unknown-outbound",
    ],
    ["a final outbound nobody knows", world({ final: "gone" }), "unknown-outbound"],
    ["groups in a circle", world({ nodes: nodesOf(loop), plans: { g: one(0), inner: one(0) } }), "loop"],
    ["a tag that every object has", world({ final: "constructor" }), "unknown-outbound"],
    [
      "a group named like what every object has",
      world({ nodes: nodesOf({ toString: "a" }), plans: {}, final: "toString" }),
      "empty-group",
    ],
  ])("%s", (_, given, blocked) => {
    expect(asking(given).ask("http://x.test/")).toMatchObject({ outbound: "block", blocked });
  });
});

describe("turns", () => {
  const outbounds = (given: World, count: number): string => {
    const { ask } = asking(given);
    return Array.from({ length: count }, (_, i) => ask(`http://h${i}.test/`).outbound).join("");
  };

  test("RR2 · each new origin has the next turn", () => {
    expect(outbounds(world({ nodes: nodesOf({ g: "abc" }), plans: { g: turns(2, 0, 1) } }), 6)).toBe("cabcab");
  });

  test("RR2 · the counter survives a change of the order", () => {
    const asked = asking(world({ nodes: nodesOf({ g: "abc" }), plans: { g: turns(0, 1, 2) } }));
    asked.ask("http://h1.test/");
    asked.setPlans({ g: turns(2, 0) });
    expect(asked.ask("http://h2.test/").outbound).toBe("a");
  });

  test("RR2 · each group counts its own", () => {
    const nodes = nodesOf({ g: ["h", "i"], h: "ab", i: "cd" });
    expect(outbounds({ nodes, plans: { g: turns(0, 1), h: turns(0, 1), i: turns(0, 1) } }, 4)).toBe("acbd");
  });

  test("B19 · deciding reads the memory only", () => {
    const { index, memory, plans } = asking(world({ plans: { g: turns(0, 1) } }));
    const again = (): string => decide(index, plans(), memory, request("http://x.test/"), instant(0)).outbound;
    expect([again(), again()]).toEqual(["a", "a"]);
    expect(saveMemory(memory)).toEqual(saveMemory(createMemory()));
  });
});
