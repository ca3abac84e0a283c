import { describe, expect, test } from "vitest";
import { createRevivalWatch } from "../../../background/connections/revival-watch.ts";
import type { UserRequest } from "../../../background/ports/router.ts";
import type { Core } from "../../../background/run/live-core.ts";
import type { EngineInput } from "../../../src/engine/contract.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import type { TestResult } from "../../../src/model/test-result.ts";
import { instant } from "../../../src/model/units.ts";
import { configOf } from "../../engine/sample-config.ts";

const model = modelOf(
  configOf({ a: {}, b: {}, c: {} }, [
    { type: "selector", tag: "select", outbounds: ["g", "c"] },
    { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" },
  ]),
);
const at = { stampedAt: instant(0), endedAt: instant(0) };
const WORKS: TestResult = { kind: "delay", delay: 50, cached: false, ...at };
const FAILED: TestResult = { kind: "failed", error: { code: "refused" }, ...at };

const REQUEST: UserRequest = { url: "https://x.test/", container: "", outbound: null };

/** A watch over a core with these results, in which everything goes by the first outbound: the proxy a, or the group. */
function watching(results: Readonly<Record<string, TestResult>>, final: string, went: string | null = null) {
  const config = { ...model.config, route: { ...model.config.route, final } };
  const own = modelOf(config);
  const created = createEngine(own, { results: {}, exits: {} }, {}, 1);
  const core: Core = { model: own, state: { ...created, monitoring: { ...created.monitoring, results } } };
  const told: EngineInput[] = [];
  let now = 100_000;
  let looks = 0;
  const watch = createRevivalWatch({
    core: () => core,
    beside: () => ({ temporary: [], lists: {} }),
    assigned: async (origin) => {
      looks++;
      return went === null ? null : { origin, outbound: went, via: [], rule: null };
    },
    clock: { now: () => instant(now) },
    input: (input) => told.push(input),
  });
  const wait = (forMs: number): void => {
    now += forMs;
  };
  return { watch, told, wait, looks: () => looks };
}

describe("M28 · a request that asks where nobody is alive", () => {
  test("is told with its whole chain, at most once in 5 s", () => {
    const { watch, told, wait } = watching({ a: FAILED, b: FAILED, c: WORKS }, "select");
    watch.began(REQUEST);
    wait(4_999);
    watch.began(REQUEST);
    expect(told).toEqual([{ kind: "connection-asked", chain: ["select", "g", "a"] }]);
    wait(1);
    watch.began(REQUEST);
    expect(told).toHaveLength(2);
  });

  test("a clock that was set back ends the pause", () => {
    const { watch, told, wait } = watching({ a: FAILED, b: FAILED }, "g");
    watch.began(REQUEST);
    wait(-3_600_000);
    watch.began(REQUEST);
    expect(told).toHaveLength(2);
  });

  test.each([
    ["a group with a live member", { a: FAILED, b: WORKS, c: FAILED }, "g"],
    ["a proxy that works", { a: FAILED, b: FAILED, c: WORKS }, "c"],
    ["block", { a: FAILED, b: FAILED, c: FAILED }, "block"],
  ])("is not told of %s", (_, results, final) => {
    const { watch, told } = watching(results, final);
    watch.began(REQUEST);
    expect(told).toEqual([]);
  });

  test("is told of a proxy that a rule names", () => {
    const { watch, told } = watching({ a: WORKS, b: WORKS, c: FAILED }, "c");
    watch.began(REQUEST);
    expect(told).toEqual([{ kind: "connection-asked", chain: ["c"] }]);
  });
});

describe("M28 · a head that came", () => {
  test("through a proxy that counts as failed is told, at most once a second", async () => {
    const { watch, told, wait } = watching({ a: FAILED, b: WORKS }, "g");
    watch.headed({ ...REQUEST, outbound: "a" });
    watch.headed({ ...REQUEST, outbound: "a" });
    await Promise.resolve();
    expect(told).toEqual([{ kind: "head-came", tag: "a" }]);
    wait(1_000);
    watch.headed({ ...REQUEST, outbound: "a" });
    await Promise.resolve();
    expect(told).toHaveLength(2);
  });

  test("where the browser does not say through which proxy, the router's notes say it", async () => {
    const { watch, told, looks } = watching({ a: FAILED, b: WORKS }, "g", "a");
    watch.headed(REQUEST);
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([{ kind: "head-came", tag: "a" }]);
    expect(looks()).toBe(1);
  });

  test("while all proxies work nothing is asked", () => {
    const { watch, told, looks } = watching({ a: WORKS, b: WORKS }, "g", "a");
    watch.headed(REQUEST);
    watch.headed({ ...REQUEST, outbound: "a" });
    expect([told, looks()]).toEqual([[], 0]);
  });
});
