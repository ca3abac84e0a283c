import { describe, expect, test } from "vitest";
import type { EngineEffect, EngineInput, EngineNews } from "../../src/engine/contract.ts";
import { createEngine, stepEngine } from "../../src/engine/engine.ts";
import { modelOf } from "../../src/engine/model.ts";
import type { EngineState } from "../../src/engine/state.ts";
import type { Config } from "../../src/model/config.ts";
import { instant, ms } from "../../src/model/units.ts";
import { configOf } from "./sample-config.ts";

/** The engine moved by hand: time passes only as far as a step says. */
function byHand(config: Config) {
  const model = modelOf(config);
  let state: EngineState = createEngine(model, { results: {}, exits: {} }, {}, 1);
  let effects: readonly EngineEffect[] = [];
  let news: EngineNews = { cycles: [], updated: [] };
  const step = (at: number, input: EngineInput): void => {
    ({ state, effects, news } = stepEngine(model, state, input, instant(at)));
  };
  return {
    step,
    /** The running test request of a proxy ends with a delay in ms, or fails. */
    ends(at: number, tag: string, delay: number | null): void {
      const id = state.monitoring.tests[tag]?.attempt?.id ?? -1;
      const failed = { kind: "failed", error: { code: "refused" } } as const;
      step(at, { kind: "attempt-ended", id, outcome: delay === null ? failed : { kind: "delay", delay } });
    },
    lookedUp(at: number, tag: string, took: number): void {
      const [id] = Object.entries(state.monitoring.lookups).find(([, one]) => one.tag === tag) ?? [];
      const outcome = { kind: "found", exit: { ip: "203.0.113.1" }, took: ms(took) } as const;
      step(at, { kind: "lookup-ended", id: Number(id), outcome });
    },
    get running() {
      return Object.keys(state.monitoring.tests);
    },
    get monitoring() {
      return state.monitoring;
    },
    get news() {
      return news;
    },
    effects: (kind: EngineEffect["kind"]) => effects.filter((effect) => effect.kind === kind),
    /** The delay that a group was given of a member, by its place. */
    given(group: string, place: number): number | null {
      const known = state.groups[group]?.known[place];
      return known?.kind === "delay" ? known.delay : null;
    },
  };
}

const GROUP = { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" };
const TWO = configOf({ a: {}, b: {} }, [GROUP]);
const blame = { kind: "connection-failed", tag: "a" } as const;

describe("B7 · a failed connection is not answered by a test within 2 s of the last such test", () => {
  test("a cycle's test that it joined counts", () => {
    const engine = byHand(TWO);
    engine.step(0, { kind: "start" });
    engine.step(50, blame);
    engine.ends(100, "a", 100);
    engine.step(2_099, blame);
    expect(engine.running).toEqual(["b"]);
    engine.step(2_100, blame);
    expect(engine.running).toEqual(["b", "a"]);
  });

  test.each<[string, EngineInput]>([
    ["a cycle's", { kind: "run-cycle" }],
    ["a person's", { kind: "ask", tags: ["a"] }],
  ])("%s test that it did not join does not", (_, cause) => {
    const engine = byHand(TWO);
    engine.step(0, cause);
    engine.ends(100, "a", 100);
    engine.step(200, blame);
    expect(engine.running).toContain("a");
  });

  test("nor does a test for another event", () => {
    const engine = byHand(TWO);
    engine.step(0, { kind: "ready", tag: "a", ready: false });
    engine.step(1, { kind: "ready", tag: "a", ready: true });
    engine.ends(100, "a", 100);
    engine.step(200, blame);
    expect(engine.running).toEqual(["a"]);
  });

  test("a clock that was set back ends the pause", () => {
    const engine = byHand(TWO);
    engine.step(100_000, blame);
    engine.ends(100_100, "a", 100);
    engine.step(50_000, blame);
    expect(engine.running).toEqual(["a"]);
  });
});

describe("M3 · a faster look-up becomes the delay", () => {
  test("B16 · of a test asked for: at once", () => {
    const engine = byHand(TWO);
    engine.step(0, { kind: "ask", tags: ["a"] });
    engine.ends(400, "a", 400);
    engine.lookedUp(500, "a", 80);
    expect(engine.given("g", 0)).toBe(80);
  });

  test("M22 · of the cycle's: with the window's next update", () => {
    const engine = byHand(TWO);
    engine.step(0, { kind: "start" });
    engine.ends(400, "a", 400);
    engine.step(900, { kind: "timer" });
    expect(engine.given("g", 0)).toBe(400);
    engine.lookedUp(1_000, "a", 80);
    expect(engine.given("g", 0)).toBe(400);
    engine.step(1_500, { kind: "timer" });
    expect(engine.given("g", 0)).toBe(80);
  });
});

test("M6 · a result of the future, by a clock that was set back, is due", () => {
  const engine = byHand(TWO);
  engine.step(1_000_000, { kind: "ask", tags: ["a", "b"] });
  engine.ends(1_000_100, "a", 100);
  engine.ends(1_000_100, "b", 100);
  engine.step(500_000, { kind: "run-cycle" });
  expect(engine.news.cycles).toEqual([{ kind: "regular", targets: ["a", "b"] }]);
});

test("M17 · a change before the run began asks for nothing: the first cycle tests all", () => {
  const engine = byHand(TWO);
  engine.step(0, { kind: "network-changed" });
  engine.step(500, { kind: "start" });
  engine.step(2_500, { kind: "timer" });
  expect(engine.news.cycles).toEqual([]);
  expect(engine.monitoring.cycle?.kind).toBe("first");
});

test("B18 · a test whose last mark passed while the background was stopped measured nothing", () => {
  const engine = byHand(TWO);
  engine.step(0, { kind: "ask", tags: ["a"] });
  engine.step(60_000, { kind: "woken" });
  expect(engine.running).toEqual([]);
  expect(engine.monitoring.results).toEqual({});
  expect(engine.monitoring.asked).toEqual({ done: 1, total: 1 });
});

test("M18, B18 · a background that was stopped for long finds no test stuck: it sends it again", () => {
  const engine = byHand(TWO);
  engine.step(0, { kind: "start" });
  engine.step(60_000, { kind: "woken" });
  expect(engine.effects("attempt")).toMatchObject([{ tag: "a" }, { tag: "b" }]);
  expect(engine.monitoring.results).toEqual({});
});

test("B11 · at the one closing after start, look-ups through members that are not used begin anew", () => {
  const engine = byHand(TWO);
  engine.step(0, { kind: "start" });
  engine.ends(100, "a", 100);
  engine.ends(900, "b", 900);
  engine.step(29_999, { kind: "timer" });
  expect(engine.effects("abort-look-up")).toEqual([]);
  engine.step(30_000, { kind: "timer" });
  expect(engine.effects("close")).toMatchObject([{ group: "g", members: ["b"], why: "settled" }]);
  expect(engine.effects("abort-look-up")).toHaveLength(1);
  expect(engine.effects("look-up")).toMatchObject([{ tag: "b" }]);
});

test("M9, M11 · what waits for a group is tested as soon as the group's selection moves to one with a result", () => {
  const engine = byHand(configOf({ a: {}, b: {}, c: { detour: "g" } }, [GROUP]));
  engine.step(0, { kind: "start" });
  engine.ends(100, "b", 100);
  expect(engine.running).toEqual(["a"]);
  engine.step(600, { kind: "timer" });
  expect(engine.running).toEqual(["a", "c"]);
});

test("M2, M22 · a result that does not move an inner group's own is no update for the groups around it", () => {
  const outer = { type: "balancer", tag: "outer", outbounds: ["g"] };
  const engine = byHand(configOf({ a: {}, b: {} }, [GROUP, outer]));
  engine.step(0, { kind: "ask", tags: ["a", "b"] });
  engine.ends(100, "a", 100);
  expect(engine.news.updated).toEqual(["g", "outer"]);
  engine.ends(900, "b", 900);
  expect(engine.news.updated).toEqual(["g"]);
});

test("M6 · an attempt that says nothing is sent again at once, five times; then what was known stays and is due", () => {
  const engine = byHand(TWO);
  engine.step(0, { kind: "ask", tags: ["a"] });
  engine.ends(50, "a", 50);
  engine.step(100, { kind: "connection-failed", tag: "a" });
  for (let again = 0; again < 5; again++) {
    const id = engine.monitoring.tests.a?.attempt?.id ?? -1;
    engine.step(110, { kind: "attempt-ended", id, outcome: { kind: "again" } });
    expect(engine.effects("attempt")).toHaveLength(1);
  }
  const id = engine.monitoring.tests.a?.attempt?.id ?? -1;
  engine.step(110, { kind: "attempt-ended", id, outcome: { kind: "again" } });
  expect(engine.running).toEqual([]);
  expect(engine.monitoring.results.a).toMatchObject({ kind: "delay", delay: 50 });
  engine.step(200, { kind: "run-cycle" });
  expect(engine.news.cycles).toMatchObject([{ targets: ["a", "b"] }]);
});

test("M12 · a test asked for whose attempts said nothing until the last mark is no failure", () => {
  const engine = byHand(TWO);
  engine.step(0, { kind: "ask", tags: ["a"] });
  for (const at of [4_000, 8_000]) {
    const id = engine.monitoring.tests.a?.attempt?.id ?? -1;
    engine.step(at, { kind: "attempt-ended", id, outcome: { kind: "again" } });
  }
  expect(engine.running).toEqual(["a"]);
  engine.step(10_000, { kind: "timer" });
  expect(engine.effects("abort-attempt")).toHaveLength(1);
  expect(engine.effects("save")).toEqual([]);
  expect(engine.monitoring).toMatchObject({
    tests: {},
    results: {},
    marked: { a: true },
    asked: { done: 1, total: 1 },
  });
});

test("M3, B11 · a look-up ends with the death of its member, one that still waits too", () => {
  const engine = byHand(configOf({ a: {}, b: {} }, [GROUP], { workers: 1 }));
  engine.step(0, { kind: "ask", tags: ["a", "b"] });
  engine.ends(100, "a", 100);
  engine.ends(100, "b", 100);
  expect(engine.monitoring).toMatchObject({ lookupQueue: [{ tag: "b" }] });
  engine.step(200, { kind: "connection-failed", tag: "b" });
  engine.ends(250, "b", null);
  expect(engine.monitoring.lookupQueue).toEqual([]);
  engine.step(300, { kind: "connection-failed", tag: "a" });
  engine.ends(350, "a", null);
  expect(engine.effects("abort-look-up")).toHaveLength(1);
  expect(engine.monitoring).toMatchObject({ lookups: {}, exits: {} });
});

test("M3 · with look-ups switched off no exit is asked for", () => {
  const engine = byHand(configOf({ a: {}, b: {} }, [GROUP], { look_up_exits: false }));
  engine.step(0, { kind: "start" });
  engine.ends(100, "a", 100);
  expect(engine.effects("look-up")).toEqual([]);
});
