import { afterEach, describe, expect, test } from "vitest";
import type { ProxyKind } from "../lab/proxy/behaviour.ts";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

const KINDS: readonly ProxyKind[] = ["http", "socks5"];
/**
 * The certificate of an HTTPS proxy names its address and no other form of it, so Chrome has two connections for its tests
 * and no third while these stand.
 */
const SECURE = "https";
const QUICK_MS = 30;
const SLOW_MS = 2_500;
/** The delay of the proxy that does not change: between the two. */
const STEADY_MS = 1_000;
const WITHIN_MS = 60_000;

/**
 * A proxy may become slow, or quick again, while a connection of its tests stands: over that connection a test is as quick
 * as ever. Each kind of proxy has a group of its own with one that does not change.
 */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  afterEach(() => world?.close());

  async function start(interval: string): Promise<void> {
    const kinds: readonly ProxyKind[] = [...KINDS, SECURE];
    const proxies = kinds.map((proxy, at) => ({ name: proxy, kind: proxy, exit: at + 1, delayMs: QUICK_MS }));
    const steady = { name: "steady", kind: "http" as const, exit: 9, delayMs: STEADY_MS };
    world = await createWorld({ proxies: [...proxies, steady] }, kind);
    const groups = KINDS.map((proxy) => ({
      type: "balancer",
      tag: `of-${proxy}`,
      outbounds: [proxy, "steady"],
      strategy: "lowest-delay",
    }));
    await world.on({ groups, monitoring: { interval } });
  }

  /** Presses "Test" and waits for the end. */
  async function press(names: readonly string[]): Promise<void> {
    const asked = Date.now();
    await ask(world.page, "test", [...names]);
    await waitForView(
      world.page,
      "the tests asked for",
      (view) => allTested(view) && names.every((name) => (memberIn(view, name).testedAt ?? 0) >= asked),
    );
  }

  const become = (delayMs: number): void => {
    for (const name of [...KINDS, SECURE]) world.lab.proxy(name).set({ delayMs });
  };
  const isShown = (view: Awaited<ReturnType<typeof readView>>, name: string, delayMs: number): boolean => {
    const { shown } = memberIn(view, name);
    if (shown.kind !== "delay") return false;
    return delayMs === SLOW_MS ? shown.delay >= SLOW_MS : shown.delay < STEADY_MS;
  };
  const follows = (delayMs: number) =>
    waitForView(
      world.page,
      `every delay to follow to ${delayMs} ms`,
      (view) => KINDS.every((name) => isShown(view, name, delayMs)),
      WITHIN_MS,
    );
  const chosen = (which: (proxy: string) => string) =>
    waitForView(
      world.page,
      "the choice to follow",
      (view) => KINDS.every((proxy) => view.groups.find(({ tag }) => tag === `of-${proxy}`)?.selected === which(proxy)),
      WITHIN_MS,
    );

  test("M27 · a proxy that becomes slow while the tests' connection stands is shown so and left within a minute, and taken again", async () => {
    await start("20s");
    await chosen((proxy) => proxy);
    for (const name of KINDS) expect(world.lab.proxy(name).open, name).toBeGreaterThan(0);
    become(SLOW_MS);
    await follows(SLOW_MS);
    await chosen(() => "steady");
    become(QUICK_MS);
    await follows(QUICK_MS);
    await chosen((proxy) => proxy);
  }, 300_000);

  test("M27 · a second press of “Test” shows what the proxy is now", async () => {
    await start("1h");
    for (const delayMs of [SLOW_MS, QUICK_MS, SLOW_MS]) {
      become(delayMs);
      await press(KINDS);
      await press(KINDS);
      const view = await readView(world.page);
      for (const name of KINDS) expect(isShown(view, name, delayMs), JSON.stringify(memberIn(view, name))).toBe(true);
    }
  }, 300_000);

  test("M27 · where no fresh connection can be had the delay is marked as estimated", async () => {
    await start("1h");
    become(SLOW_MS);
    for (let times = 0; times < 4; times++) {
      await press([SECURE]);
      const view = await readView(world.page);
      const { shown } = memberIn(view, SECURE);
      if (shown.kind !== "delay") throw new Error(`${SECURE} is ${JSON.stringify(shown)}`);
      // The first press may trust what was measured seconds ago.
      if (times > 0)
        expect(isShown(view, SECURE, SLOW_MS) || shown.estimated === true, JSON.stringify(shown)).toBe(true);
    }
  });
});
