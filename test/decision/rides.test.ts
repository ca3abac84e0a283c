import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemory } from "../../src/decision/memory.ts";
import type { Plan } from "../../src/model/plan.ts";
import { asking, hash, nodesOf, one, request, rule, sticky, turns } from "./snapshot.ts";

const nodes = nodesOf({ g: "abc" });
const start = (plan: Plan = turns(0, 1, 2)) => asking({ nodes, plans: { g: plan } });

describe("a ride", () => {
  test("RR4 · requests to one origin within 10 s go together, however many", () => {
    const { ask } = start();
    const asked = [0, 9_999, 19_998].map((at) => ask("https://x.test/page", at).outbound);
    expect(asked).toEqual(["a", "a", "a"]);
    expect(ask("https://y.test/", 20_000).outbound).toBe("b");
  });

  test("RR4 · after 10 s of silence it is a new connection", () => {
    const { ask } = start();
    expect([ask("https://x.test/", 0).outbound, ask("https://x.test/", 10_000).outbound]).toEqual(["a", "b"]);
  });

  test.each([
    ["scheme", request("http://x.test:443/")],
    ["host", request("https://www.x.test/")],
    ["port", request("https://x.test:8443/")],
    ["container", request("https://x.test/", "firefox-container-1")],
  ])("RR4 · another %s is another connection", (_, other) => {
    const { ask } = start();
    expect([ask("https://x.test/").outbound, ask(other).outbound]).toEqual(["a", "b"]);
  });

  test.each<[string, Plan, string]>([
    ["takes no connections any more", turns(1, 2), "c"],
    ["is the only one that does not", turns(2), "c"],
    ["is in use still, elsewhere in the order", turns(2, 1, 0), "a"],
  ])("RR4 · its member %s", (_, later, expected) => {
    const { ask, setPlans } = start();
    ask("https://x.test/", 0);
    setPlans({ g: later });
    expect(ask("https://x.test/", 1).outbound).toBe(expected);
  });

  test.each<[string, Plan, string]>([
    ["died and answers again before the next request", turns(0, 1, 2), "b"],
    ["died, and nobody is alive", turns(0, 1, 2), "b"],
  ])("RR4 · its member %s", (_, later, expected) => {
    const { ask, setPlans } = start();
    ask("https://x.test/", 0);
    setPlans({ g: { ...later, deaths: { 0: 1 } } as Plan });
    expect([1, 2].map((at) => ask("https://x.test/", at).outbound)).toEqual([expected, expected]);
  });

  test("RR4 · another member's death ends nothing", () => {
    const { ask, setPlans } = start();
    ask("https://x.test/", 0);
    setPlans({ g: { ...turns(0, 1, 2), deaths: { 1: 3 } } as Plan });
    expect(ask("https://x.test/", 1).outbound).toBe("a");
  });

  test("RR4 · its member left the group; one that only moved is kept", () => {
    const before = start();
    before.ask("https://x.test/", 0);
    const moved = asking({ nodes: nodesOf({ g: "cba" }), plans: { g: turns(0, 1, 2) } }, before.memory);
    expect(moved.ask("https://x.test/", 1).outbound).toBe("a");
    const left = asking({ nodes: nodesOf({ g: "cb" }), plans: { g: turns(0, 1) } }, before.memory);
    expect(left.ask("https://x.test/", 2).outbound).toBe("b");
  });

  test("RR4 · the rule changes", () => {
    const before = start();
    before.ask("https://x.test/", 0);
    const rules = [rule("x.test", "h")];
    const after = asking(
      { nodes: nodesOf({ g: "abc", h: "def" }), plans: { h: turns(0, 1, 2) }, rules },
      before.memory,
    );
    expect(after.ask("https://x.test/", 1).outbound).toBe("d");
  });

  const none = { stickyHash: ["none"] as const };
  const slots = [0, 1].map((member) => ({ member, works: true }));
  test.each<[string, Plan, boolean]>([
    ["round-robin", turns(0, 1, 2), true],
    ["sticky-sessions without sticking", sticky([0, 1, 2], [0, 1, 2], none), true],
    ["pool without sticking", { kind: "pool", slots, stickyHash: ["none"] }, true],
    ["pool", { kind: "pool", slots, stickyHash: ["domain"] }, false],
    ["sticky-sessions", sticky([0, 1, 2], [0, 1, 2]), false],
    ["consistent-hashing", hash([0, 1, 2], [0, 1, 2]), false],
    ["a selection", one(1), false],
  ])("RR4 · %s", (_, plan, rides) => {
    const { ask, memory } = start(plan);
    ask("https://x.test/");
    expect(memory.rides.size).toBe(rides ? 1 : 0);
  });

  test("RR4 · a draw is ridden too: one connection, one draw", () => {
    const { ask, memory } = start(sticky([0, 1, 2], [0, 1, 2], none));
    const members = new Set([0, 5_000, 9_000].map((at) => ask("https://x.test/", at).outbound));
    expect([members.size, memory.draws]).toEqual([1, 1]);
  });
});

describe("what is kept of rides", () => {
  test("RR4 · at most 10,000, the least recently used goes first", () => {
    const { ask, memory } = start();
    const at = (i: number): string => `https://h${i}.test/`;
    for (let i = 0; i < 10_000; i++) ask(at(i));
    const first = ask(at(0)).outbound;
    ask(at(10_000));
    expect(memory.rides.size).toBe(10_000);
    expect(ask(at(0)).outbound).toBe(first);
    const turnsSoFar = memory.turns.get("g");
    ask(at(1));
    expect(memory.turns.get("g")).toBe((turnsSoFar ?? 0) + 1);
  });

  test("RR4 · never more than 10,000 and none long ended, whatever is asked", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(20_000)), { maxLength: 60 }), (asked) => {
        const { ask, memory } = asking({ nodes, plans: { g: turns(0, 1) } }, createMemory());
        let at = 0;
        for (const [host, gap] of asked) {
          at += gap;
          ask(`https://h${host}.test/`, at);
        }
        expect(memory.rides.size).toBeLessThanOrEqual(31);
      }),
      { numRuns: 30 },
    );
  });
});
