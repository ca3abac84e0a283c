import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "../lab/proxy/behaviour.ts";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

const GOOD = 20;
const HANGS: readonly Fault[] = (["accept", "connect", "tunnel", "headers"] as const).map((at) => ({
  kind: "hang",
  at,
}));
const TIMEOUT_S = 2;
const WORKERS = 10;
/** Where tests of ours and IP services wait for nothing else. */
const QUICK = { url_test_timeout: `${TIMEOUT_S}s`, on_demand_timeouts: ["1s", `${TIMEOUT_S}s`], workers: WORKERS };

const good = Array.from({ length: GOOD }, (_, i) => ({
  name: `good-${i}`,
  kind: (["http", "https", "socks5"] as const)[i % 3] ?? "http",
  exit: i + 1,
  delayMs: 20 + 10 * i,
}));
const hanging = Array.from({ length: GOOD }, (_, i) => ({
  name: `hangs-${i}`,
  kind: (["http", "socks5"] as const)[i % 2] ?? "http",
  exit: GOOD + i + 1,
  fault: HANGS[i % HANGS.length] ?? null,
}));

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    // Good and bad by turns, as a person's list is.
    const proxies = good.flatMap((one, i) => [one, hanging[i]].filter((each) => each !== undefined));
    world = await createWorld({ proxies }, kind);
  });
  afterAll(() => world?.close());

  const delayOf = (view: Awaited<ReturnType<typeof readView>>, name: string): number => {
    const { shown } = memberIn(view, name);
    return shown.kind === "delay" ? shown.delay : Number.NaN;
  };

  /** Tests one by one as a person does; its delays. */
  async function delaysOf(name: string, times: number): Promise<number[]> {
    const delays: number[] = [];
    for (let i = 0; i < times; i++) {
      const asked = Date.now();
      await ask(world.page, "test", [name]);
      const view = await waitForView(
        world.page,
        `test ${i + 1} of ${name}`,
        (v) => allTested(v) && (memberIn(v, name).testedAt ?? 0) >= asked,
      );
      delays.push(delayOf(view, name));
    }
    return delays;
  }

  test("M1, M6 · of 40 members 20 hang at every stage: the cycle ends in time, and the others' delays are right", async () => {
    const startedAt = Date.now();
    const view = await world.on({ monitoring: QUICK });
    // Twenty that hang, ten at a time, and twenty quick ones beside them; then what the machine adds.
    expect(Date.now() - startedAt).toBeLessThan((GOOD / WORKERS + 1) * TIMEOUT_S * 1_000 + 6_000);
    for (const { name, delayMs } of good) {
      expect(delayOf(view, name), name).toBeGreaterThanOrEqual(delayMs);
      expect(delayOf(view, name), name).toBeLessThan(TIMEOUT_S * 1_000);
    }
    for (const { name } of hanging)
      expect(memberIn(view, name).shown, name).toMatchObject({ kind: "failed", error: { code: "timeout" } });
  });

  test("M1 · five tests in a row of one member give delays of one kind, not a cold one and four warm", async () => {
    const name = "good-16";
    const own = good.find((one) => one.name === name)?.delayMs ?? 0;
    const delays = await delaysOf(name, 5);
    // A warm one would be without the proxy's own delay, which it takes to answer a request to connect.
    for (const delay of delays) expect(delay, delays.join(", ")).toBeGreaterThanOrEqual(own);
    expect(Math.max(...delays) - Math.min(...delays), delays.join(", ")).toBeLessThan(own);
  });

  test("a test within 30 s of one that was given up measures its own, and is no false failure", async () => {
    for (const [name, slow] of [
      ["good-0", 900],
      ["good-1", 1_400],
    ] as const) {
      const proxy = world.lab.proxy(name);
      proxy.set({ fault: { kind: "hang", at: "connect" } });
      proxy.cut();
      expect(await delaysOf(name, 1)).toEqual([Number.NaN]);
      proxy.set({ fault: null, delayMs: slow });
      const [delay = 0] = await delaysOf(name, 1);
      expect(delay, name).toBeGreaterThanOrEqual(slow);
      expect(delay, name).toBeLessThan(TIMEOUT_S * 1_000);
      await proxy.restore();
    }
  });

  test("M21 · a captive page that answers 200 for a 204 address is a failure that says so", async () => {
    const proxy = world.lab.proxy("good-2");
    proxy.set({ fault: { kind: "captive" } });
    proxy.cut();
    await delaysOf("good-2", 1);
    const { shown } = memberIn(await readView(world.page), "good-2");
    expect(shown).toMatchObject({
      kind: "failed",
      error: { code: expect.stringMatching(/unexpected_answer|certificate/) },
    });
    await proxy.restore();
  });

  test("M20 · the background stopped in the middle of a cycle goes on with it, and every result comes", async () => {
    for (const proxy of world.lab.proxies) proxy.cut();
    await ask(world.page, "test", []);
    await new Promise((done) => setTimeout(done, 400));
    await world.browser.stopBackground();
    const view = await waitForView(world.page, "the tests' end", (v) => allTested(v) && v.asked === null);
    for (const { name } of good) expect(memberIn(view, name).shown.kind, name).toBe("delay");
    for (const { name } of hanging) expect(memberIn(view, name).shown.kind, name).toBe("failed");
  });

  test("M20 · two restarts: each time a new run whose results are those of that run", async () => {
    for (const turn of [1, 2]) {
      world.browser = await world.browser.restart();
      world.page = await world.browser.open("popup/index.html");
      const first = await readView(world.page);
      // A failure of an earlier run is none (B2); a delay of it is not shown as one.
      for (const { shown } of first.members)
        expect(["cached", "untested", "delay", "failed"], `${turn}`).toContain(shown.kind);
      const view = await waitForView(world.page, "the first cycle", allTested);
      for (const { name, delayMs } of good) expect(delayOf(view, name), name).toBeGreaterThanOrEqual(delayMs);
    }
  });
});
