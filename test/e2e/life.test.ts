import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({}, kind);
  });
  afterAll(() => world?.close());

  test("off from install: the browser's own settings are in force until a person switches on", async () => {
    const view = await readView(world.page);
    expect(view).toMatchObject({ mode: "system", control: { kind: "off" }, members: [] });
  });

  test("M20 · a worker stopped and woken is the same run: results stay those of this run, and nothing is tested anew", async () => {
    // What a group was not told yet would be told when it wakes.
    await world.on({ monitoring: { debounce_window: "1ms" } });
    await waitForView(world.page, "every exit", (v) => v.members.every(({ exit }) => exit !== null));
    const before = await readView(world.page);
    world.lab.clear();
    await world.browser.stopBackground();
    const after = await readView(world.page);
    expect(after.members).toEqual(before.members);
    expect(after.groups).toEqual(before.groups);
    expect(world.lab.requests({ path: "/generate_204" })).toEqual([]);
  });

  test("M24 · with verify_ipv6 it is learnt which proxies carry IPv6", async () => {
    await world.on({ monitoring: { verify_ipv6: true, ipv6_declared: { "nl-1": false } } });
    const known = await waitForView(world.page, "IPv6", (v) => v.members.every(({ ipv6 }) => ipv6 !== null));
    const carry = known.members.filter(({ ipv6 }) => ipv6).map(({ tag }) => tag);
    expect(carry).toEqual(["de-1", "nl-2", "fi-1"]);
    expect(world.lab.requests({ host: "ipv6.google.com" }).length).toBe(3);
  });

  if (kind === "chrome")
    test("a woken worker leaves the PAC in force as it is: turns and rides go on", async () => {
      const pac = () =>
        world.page.evaluate(async () => String((await chrome.proxy.settings.get({})).value.pacScript?.data ?? ""));
      const before = await pac();
      await world.browser.stopBackground();
      await readView(world.page);
      await new Promise((done) => setTimeout(done, 500));
      expect((await pac()) === before).toBe(true);
    });

  test("a worker stopped in the middle of its tests takes them up again when it wakes", async () => {
    for (const proxy of world.lab.proxies) {
      proxy.set({ delayMs: 1_500 });
      proxy.cut();
    }
    await ask(world.page, "test", []);
    await world.browser.stopBackground();
    const view = await waitForView(
      world.page,
      "the tests' end",
      (v) => allTested(v) && v.members.every(({ shown }) => shown.kind === "delay" && shown.delay >= 1_500),
    );
    expect(view.asked).toBeNull();
    await world.lab.restore();
  });

  test("LD1, LD6, M20 · a browser restarted is a new run: delays of the last one are cached, never shown as numbers, exits not confirmed; a pick stays", async () => {
    await ask(world.page, "pick", { group: "select", member: "balance" });
    for (const proxy of world.lab.proxies) proxy.set({ fault: { kind: "hang", at: "accept" } });
    world.browser = await world.browser.restart();
    world.page = await world.browser.open("popup/index.html");
    const view = await readView(world.page);
    expect(view.mode).toBe("balanced");
    expect(view.groups.find(({ tag }) => tag === "select")?.selected).toBe("balance");
    expect(view.members.map(({ shown }) => shown.kind)).toEqual(view.members.map(() => "cached"));
    expect(view.members.every(({ exit, exitCached }) => exit !== null && exitCached)).toBe(true);
    expect(view.groups.find(({ tag }) => tag === "fastest")?.shown).toEqual({ kind: "cached" });
    const tested = await waitForView(world.page, "the cycle's end", allTested);
    expect(memberIn(tested, "de-1")).toMatchObject({ shown: { kind: "failed" }, exitCached: true });
    await world.lab.restore();
    await ask(world.page, "test", []);
    await waitForView(
      world.page,
      "results of this run",
      (v) => allTested(v) && v.members.every(({ exitCached }) => !exitCached),
    );
  });

  test("switched off, the browser's own settings are back and no test runs", async () => {
    await ask(world.page, "setMode", "system");
    world.lab.clear();
    await world.browser.visit("https://off.example/via");
    expect(world.lab.requests({ host: "off.example", path: "/via" }).map(({ via }) => via)).toEqual(["direct"]);
    expect(world.lab.requests({ path: "/generate_204" })).toEqual([]);
  });

  test.each([0, 1, 5])("on and off %i ms apart ends off: nothing of ours is in force", async (gap) => {
    const on = ask(world.page, "setMode", "balanced");
    await new Promise((done) => setTimeout(done, gap));
    await Promise.all([on, ask(world.page, "setMode", "system")]);
    expect(await readView(world.page)).toMatchObject({ mode: "system", control: { kind: "off" } });
    world.lab.clear();
    await (await world.browser.visit("https://toggled.example/via")).close();
    expect(world.lab.requests({ host: "toggled.example", path: "/via" }).map(({ via }) => via)).toEqual(["direct"]);
  });

  test("what was picked while off is in use once switched on", async () => {
    await ask(world.page, "pick", { group: "select", member: "us-1" });
    await ask(world.page, "setMode", "balanced");
    const view = await readView(world.page);
    expect(view.groups.find(({ tag }) => tag === "select")?.selected).toBe("us-1");
    world.lab.clear();
    await (await world.browser.visit("https://picked.example/via")).close();
    const { address } = world.lab.exit(4);
    expect(world.lab.requests({ host: "picked.example", path: "/via" }).map(({ via }) => via)).toEqual([address]);
  });
});
