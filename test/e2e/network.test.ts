import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { View } from "../../src/protocol/view.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

const LONGER_THAN_A_TEST_MS = 2_500;
const MEMBERS = ["works", "is-dead", "dials-through"];

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    const proxies = [
      { name: "works", kind: "http", exit: 1 },
      { name: "is-dead", kind: "http", exit: 2 },
      { name: "dials-through", kind: "http", exit: 3 },
    ] as const;
    world = await createWorld({ proxies }, kind);
    await world.lab.proxy("is-dead").stop();
    const config = world.lab.config({ monitoring: { url_test_timeout: "2s", on_demand_timeouts: ["1s", "2s"] } });
    const outbounds = config.outbounds.map((one) =>
      one.tag === "dials-through" ? { ...one, detour: "is-dead" } : one,
    );
    await saveConfig(world.page, { ...config, outbounds });
    await ask(world.page, "setMode", "balanced");
    await waitForView(world.page, "every member tested", allTested);
  });
  afterAll(() => world?.close());

  const shownOf = async (): Promise<object> => {
    const view = await readView(world.page);
    return Object.fromEntries(MEMBERS.map((tag) => [tag, memberIn(view, tag).shown]));
  };

  test("M9, M10 · what dials through a detour is tested after it, and again when it works after a failure", async () => {
    const { events } = world.lab.proxy("dials-through");
    const first = memberIn(await readView(world.page), "is-dead").testedAt ?? Number.NaN;
    expect(events).not.toEqual([]);
    expect(Math.min(...events.map(({ at }) => at))).toBeGreaterThanOrEqual(first);
    const before = memberIn(await readView(world.page), "dials-through").testedAt ?? 0;
    await world.lab.proxy("is-dead").start();
    await ask(world.page, "test", ["is-dead"]);
    const isTested = (v: View): boolean => (memberIn(v, "dials-through").testedAt ?? 0) > before;
    const view = await waitForView(world.page, "the test of what dials through it", (v) => isTested(v) && allTested(v));
    for (const tag of ["is-dead", "dials-through"]) expect(memberIn(view, tag).shown.kind, tag).toBe("delay");
    await world.lab.proxy("is-dead").stop();
    await ask(world.page, "test", ["is-dead"]);
    await waitForView(world.page, "its death", (v) => memberIn(v, "is-dead").shown.kind === "failed" && allTested(v));
  });

  test("M17 · offline it says so, freezes every result and marks nothing as failed; online again every outbound is tested", async () => {
    const before = await shownOf();
    await world.browser.setOffline(true);
    await world.browser.visit("https://noticed.example/page");
    await ask(world.page, "test", []); // waits: M8
    await waitForView(world.page, "that it is offline", (v) => v.offline, 40_000);
    await setTimeout(LONGER_THAN_A_TEST_MS);
    expect(await shownOf()).toEqual(before);
    await world.lab.proxy("is-dead").start();
    const backAt = Date.now();
    await world.browser.setOffline(false);
    const view = await waitForView(
      world.page,
      "every member tested",
      (v) =>
        !v.offline && MEMBERS.every((tag) => !memberIn(v, tag).testing && (memberIn(v, tag).testedAt ?? 0) > backAt),
      60_000,
    );
    for (const tag of MEMBERS) expect(memberIn(view, tag).shown.kind, tag).toBe("delay");
  });
});
