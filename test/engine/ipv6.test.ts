import { expect, test } from "vitest";
import type { EngineEffect, EngineInput } from "../../src/engine/contract.ts";
import { configure, createEngine, stepEngine } from "../../src/engine/engine.ts";
import { modelOf } from "../../src/engine/model.ts";
import type { EngineState } from "../../src/engine/state.ts";
import { viewOf } from "../../src/engine/view.ts";
import { instant } from "../../src/model/units.ts";
import { AROUND } from "./around.ts";
import { configOf } from "./sample-config.ts";

const GROUP = { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" };

/** The engine with two proxies, a and b, started at 0; every step 10 ms later. */
function begin(monitoring: object) {
  const model = modelOf(configOf({ a: {}, b: {} }, [GROUP], monitoring));
  let state: EngineState = createEngine(model, { results: {}, exits: {} }, {}, 1);
  let effects: readonly EngineEffect[] = [];
  let now = 0;
  const step = (input: EngineInput): void => {
    now += 10;
    ({ state, effects } = stepEngine(model, state, input, instant(now)));
  };
  const idOf = (tag: string): number =>
    Number(Object.entries(state.monitoring.ipv6Checks).find(([, one]) => one === tag)?.[0] ?? -1);
  step({ kind: "start" });
  return {
    step,
    idOf,
    ends(tag: string, delay: number | null): void {
      const failed = { kind: "failed", error: { code: "refused" } } as const;
      const id = state.monitoring.tests[tag]?.attempt?.id ?? -1;
      step({ kind: "attempt-ended", id, outcome: delay === null ? failed : { kind: "delay", delay } });
    },
    learns: (tag: string, carries: boolean | null) => step({ kind: "ipv6-ended", id: idOf(tag), carries }),
    effects: (kind: EngineEffect["kind"]) => effects.filter((effect) => effect.kind === kind),
    /** By proxy, as the popup shows it. */
    get shown() {
      return viewOf({ model, state }, instant(now), AROUND).members.map(({ ipv6 }) => ipv6);
    },
    dieAndWake(): void {
      state = JSON.parse(JSON.stringify(state));
      step({ kind: "woken" });
    },
    edit(a: object, edited: object): void {
      const other = modelOf(configOf({ a, b: {} }, [GROUP], edited));
      ({ state, effects } = configure(other, { model, state }, instant(now)));
    },
  };
}

const ON = { verify_ipv6: true };

test("M24 · off unless asked for", () => {
  const engine = begin({});
  engine.ends("a", 100);
  expect(engine.effects("check-ipv6")).toEqual([]);
  expect(engine.shown).toEqual([null, null]);
});

test("M24 · after a success, once a run, an address reached by IPv6 only is asked through the proxy", () => {
  const engine = begin(ON);
  engine.ends("a", 100);
  expect(engine.effects("check-ipv6")).toEqual([
    { kind: "check-ipv6", id: engine.idOf("a"), tag: "a", url: "https://ipv6.google.com/generate_204", timeout: 5_000 },
  ]);
  engine.learns("a", true);
  engine.ends("b", 100);
  engine.learns("b", false);
  expect(engine.shown).toEqual([true, false]);
  engine.step({ kind: "ask", tags: ["a"] });
  engine.ends("a", 100);
  expect(engine.effects("check-ipv6")).toEqual([]);
});

test("M24 · what is declared is known from the start and never asked; the address may be another", () => {
  const engine = begin({ ...ON, ipv6_declared: { a: false }, ipv6_url: "https://v6.example/204" });
  expect(engine.shown).toEqual([false, null]);
  engine.ends("a", 100);
  expect(engine.effects("check-ipv6")).toEqual([]);
  engine.ends("b", 100);
  expect(engine.effects("check-ipv6")).toMatchObject([{ tag: "b", url: "https://v6.example/204" }]);
});

test("M24 · when nothing can be said, the next success asks again", () => {
  const engine = begin(ON);
  engine.ends("a", 100);
  engine.learns("a", null);
  expect(engine.shown[0]).toBeNull();
  engine.step({ kind: "ask", tags: ["a"] });
  engine.ends("a", 100);
  expect(engine.effects("check-ipv6")).toHaveLength(1);
});

test("M24, B11 · a dead proxy's check ends", () => {
  const engine = begin(ON);
  engine.ends("a", 100);
  const id = engine.idOf("a");
  engine.step({ kind: "connection-failed", tag: "a" });
  engine.ends("a", null);
  expect(engine.effects("abort-ipv6")).toEqual([{ kind: "abort-ipv6", id }]);
});

test("M24 · a check of a proxy that is another now ends and says nothing of the new one", () => {
  const engine = begin(ON);
  engine.ends("a", 100);
  const id = engine.idOf("a");
  engine.edit({ server: "192.0.2.99" }, ON);
  expect(engine.effects("abort-ipv6")).toEqual([{ kind: "abort-ipv6", id }]);
  engine.step({ kind: "ipv6-ended", id, carries: true });
  expect(engine.shown[0]).toBeNull();
});

test("M24 · a check that died with the background begins anew under another number", () => {
  const engine = begin(ON);
  engine.ends("a", 100);
  const before = engine.idOf("a");
  engine.dieAndWake();
  expect(engine.effects("check-ipv6")).toHaveLength(1);
  expect(engine.idOf("a")).not.toBe(before);
});

test("M24 · beside the tests, at most as many at once as there are workers", () => {
  const engine = begin({ ...ON, workers: 1 });
  engine.ends("a", 100);
  engine.ends("b", 100);
  expect(engine.effects("check-ipv6")).toEqual([]);
  engine.learns("a", true);
  expect(engine.effects("check-ipv6")).toMatchObject([{ tag: "b" }]);
});

test("M24 · asked for in the middle of a run: what has worked in it is asked without another test", () => {
  const engine = begin({});
  engine.ends("a", 100);
  engine.edit({}, ON);
  engine.step({ kind: "timer" });
  expect(engine.effects("check-ipv6")).toMatchObject([{ tag: "a" }]);
});
