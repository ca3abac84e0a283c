import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBusyPage } from "./support/busy-page.ts";
import { killProcess } from "./support/chromium-processes.ts";
import type { ExtensionCopy } from "./support/extension-copy.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { createFaultyStorage, STORAGE_FAULTS, spoilStorage } from "./support/faulty-storage.ts";
import { letHappen } from "./support/moments.ts";
import { readStorage } from "./support/storage.ts";
import { allTested, createWorld, type World } from "./support/world.ts";

/** The PAC program and the processes that it lives in. */
function chromeCases(world: () => World): void {
  const direct = () => world().lab.requests({ via: "direct" });

  async function busyDuring(name: string, what: () => Promise<void>): Promise<void> {
    const { browser, lab } = world();
    const busy = await openBusyPage(browser, name);
    await busy.answered(50);
    lab.clear();
    await what();
    await busy.answered(100);
    await busy.stop();
    expect(direct()).toEqual([]);
  }

  test("B20 · a program that is replaced every 100 ms lets nothing go directly, and nothing fail", async () => {
    const { browser, lab, page } = world();
    const busy = await openBusyPage(browser, "replaced");
    await busy.answered(50);
    lab.clear();
    for (let round = 0; round < 15; round++) {
      const rules = [{ domain: [`round-${round}.example`], outbound: "block" }];
      await saveConfig(page, lab.config({ rules }));
      await setTimeout(100);
    }
    expect((await busy.stop()).failed).toBe(0);
    expect(direct()).toEqual([]);
  });

  test.each(["network", "resolver"] as const)(
    "B20 · nor does anything when the browser's process of the %s dies",
    (which) =>
      busyDuring(which, async () => {
        for (let round = 0; round < 3; round++) {
          await killProcess(world().browser.browser, which);
          await setTimeout(300);
        }
      }),
  );

  const PROGRAMS = {
    throws: "function FindProxyForURL() { throw new Error('no') }",
    "cannot be read": "function FindProxyForURL( {",
    "has nothing to ask": "var nothing = 1",
    "answers nothing": "function FindProxyForURL() {}",
  };
  test.each(Object.entries(PROGRAMS))(
    "B20 · a program that %s lets nothing through, and ours takes its place",
    (_, data) =>
      busyDuring("program", async () => {
        await world().page.evaluate(async (text) => {
          const value = { mode: "pac_script", pacScript: { data: text, mandatory: true } } as const;
          await chrome.proxy.settings.set({ scope: "regular", value });
        }, data);
      }),
  );
}

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  let copy: ExtensionCopy;
  beforeAll(async () => {
    copy = createFaultyStorage(kind);
    world = await createWorld({}, kind, copy.folder);
  });
  afterAll(async () => {
    await world?.close();
    await copy?.remove();
  });

  const direct = () => world.lab.requests({ via: "direct" });

  async function browse(name: string): Promise<void> {
    const pages = ["https", "http"].map((scheme) => `${scheme}://${name}.example/page?n=10&host=i%25i.${name}.example`);
    for (const url of pages) await (await world.browser.visit(url)).close();
  }

  /**
   * Nothing came of the pages that `browse` opened under these names, and nothing of anything directly. What the background
   * itself was looking up before may still come, by the proxy that it was sent through.
   */
  function expectNothingOf(...names: readonly string[]): void {
    expect(world.lab.requests({ host: new RegExp(`(^|\\.)(${names.join("|")})\\.example$`) })).toEqual([]);
    expect(direct()).toEqual([]);
  }

  test("B20 · the positive control: off, a page goes directly and the lab sees it", async () => {
    await browse("control");
    expect(direct().length).toBeGreaterThan(10);
  });

  test("B20 · with every proxy dead nothing goes directly", async () => {
    await world.on();
    for (const proxy of world.lab.proxies) await proxy.stop();
    world.lab.clear();
    await browse("dead");
    await ask(world.page, "test", []);
    await waitForView(
      world.page,
      "all failed",
      (v) => allTested(v) && v.members.every(({ shown }) => shown.kind === "failed"),
    );
    await browse("still-dead");
    expectNothingOf("dead", "still-dead");
  });

  test.each(STORAGE_FAULTS)(
    "B20 · with settings that cannot be read (the store %s) nothing goes directly",
    async (how) => {
      const before = await readStorage(world.page, "local");
      await spoilStorage(world.page, how);
      await world.browser.stopBackground();
      world.lab.clear();
      await browse(how);
      expectNothingOf(how);
      if (how === "rejects") expect((await readView(world.page)).control).toEqual({ kind: "blocked", why: "storage" });
      await spoilStorage(world.page, null);
      // A store that fails is read again while the background lives; one that hangs after ten seconds.
      if (how === "hangs") await world.browser.stopBackground();
      await waitForView(world.page, "the settings", ({ control }) => control.kind === "ours");
      expect(await readStorage(world.page, "local")).toEqual(before);
    },
  );

  test("B20 · with the worker stopped, nothing goes directly either", async () => {
    await world.browser.stopBackground();
    await browse("asleep");
    expectNothingOf("asleep");
  });

  test("an edit that is refused changes nothing: the former configuration goes on, and nothing goes directly", async () => {
    for (const proxy of world.lab.proxies) await proxy.start();
    const { revision, text } = await ask(world.page, "readConfig");
    const broken = [
      "{",
      "{}",
      text.replace(/"server_port": \d+/, '"server_port": 70000'),
      text.replace('"select"', '"nobody"'),
    ];
    for (const wrong of broken) {
      const outcome = await ask(world.page, "saveConfig", { text: wrong, basedOn: revision });
      expect(outcome.kind).toBe("refused");
    }
    expect(await ask(world.page, "readConfig")).toMatchObject({ revision, text });
    world.lab.clear();
    await browse("refused-edit");
    expect(direct()).toEqual([]);
    expect(world.lab.requests().length).toBeGreaterThan(0);
  });

  // What goes directly when a person switches the extension off and on, or loads it anew, is measured in `bench/leaks`.
  test.each(["stop", "update", "crash"] as const)(
    "B20 · nothing of a page that asks every 5 ms goes directly at the %s of the extension",
    async (moment) => {
      const busy = await openBusyPage(world.browser, moment);
      await busy.answered(50);
      world.lab.clear();
      world.page = await letHappen(moment, { browser: world.browser, copy }, world.page);
      await busy.answered(100);
      await busy.stop();
      expect(direct()).toEqual([]);
    },
  );

  test("B20 · a group that lost all its members blocks", async () => {
    const config = world.lab.config({
      groups: [{ type: "balancer", tag: "empty", outbounds: ["alien"] }],
      final: "empty",
    });
    const alien = { type: "vless", tag: "alien", server: "192.0.2.1", server_port: 1 };
    await saveConfig(world.page, { ...config, outbounds: [alien, ...config.outbounds] });
    world.lab.clear();
    await browse("emptied");
    expectNothingOf("emptied");
    await saveConfig(world.page, world.lab.config());
    await browse("filled");
    expect(direct()).toEqual([]);
    expect(world.lab.requests({ host: /filled/ }).length).toBeGreaterThan(0);
  });

  // Firefox's part of this, which depends on its second wall, is in `second-wall`.
  if (kind === "chrome")
    test("B20 · access to sites taken away is noticed and said, and requests go on by the groups", async () => {
      await world.browser.withdrawAccess();
      const unwatched = await waitForView(world.page, "missing access", ({ control }) => control.kind === "no-access");
      expect(unwatched.control).toEqual({ kind: "no-access", requests: "unwatched" });
      world.lab.clear();
      await browse("no-access");
      expect(direct()).toEqual([]);
      expect(world.lab.requests().length).toBeGreaterThan(0);
      await world.browser.stopBackground();
      expect((await readView(world.page)).control).toEqual({ kind: "no-access", requests: "unwatched" });
      await world.browser.giveAccess();
      await waitForView(world.page, "access", ({ control }) => control.kind === "ours");
    });

  if (kind === "chrome") chromeCases(() => world);

  test("B20 · settings that were lost do not switch it off: everything is blocked until a person says otherwise", async () => {
    const before = await readStorage(world.page, "local");
    await world.page.evaluate(() => chrome.storage.local.clear());
    await world.browser.stopBackground();
    expect((await readView(world.page)).control).toEqual({ kind: "blocked", why: "no-config" });
    world.lab.clear();
    await browse("lost");
    expectNothingOf("lost");
    await ask(world.page, "setMode", "system");
    await browse("off-again");
    expect(direct().length).toBeGreaterThan(0);
    await world.page.evaluate((kept) => chrome.storage.local.set(JSON.parse(kept)), JSON.stringify(before));
    await world.browser.stopBackground();
    await waitForView(world.page, "the settings", ({ control }) => control.kind === "ours");
  });

  test("B20 · a stored configuration that cannot be read blocks everything, says so, and is kept as it is", async () => {
    const damaged = { text: "not a configuration", revision: 7, savedAt: 1 };
    await world.page.evaluate(async (config) => chrome.storage.local.set({ config }), damaged);
    await world.browser.stopBackground();
    const view = await readView(world.page);
    expect(view.control).toEqual({ kind: "blocked", why: "bad-config" });
    world.lab.clear();
    await browse("bad-config");
    expectNothingOf("bad-config");
    expect(await world.page.evaluate(async () => (await chrome.storage.local.get("config")).config)).toEqual(damaged);
  });

  test("B20 · a store whose content is not ours blocks everything and is not written over", async () => {
    await world.page.evaluate(async () => chrome.storage.local.set({ picks: 5 }));
    await world.browser.stopBackground();
    expect((await readView(world.page)).control).toEqual({ kind: "blocked", why: "storage" });
    world.lab.clear();
    await browse("bad-store");
    expectNothingOf("bad-store");
    expect(await world.page.evaluate(async () => (await chrome.storage.local.get("picks")).picks)).toBe(5);
  });
});
