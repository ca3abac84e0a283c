import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Control } from "../../src/protocol/view.ts";
import { ask, waitForView } from "./support/extension-page.ts";
import { createBrowserScope } from "./support/firefox-inside.ts";
import { createOtherExtension, type OtherExtension, type OtherWay } from "./support/other-extension.ts";
import { until } from "./support/until.ts";
import { createWorld, type World } from "./support/world.ts";

/** The proxy that another extension sends everything through. */
const OTHERS = "de-1";
const OURS = ["nl-1", "us-1"];

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  let setting: OtherExtension;
  let listener: OtherExtension;
  beforeAll(async () => {
    world = await createWorld({}, kind);
    const other = (way: OtherWay) => createOtherExtension(world.browser, way, world.lab.proxy(OTHERS));
    [setting, listener] = [other("setting"), other("listener")];
    await world.on({ only: OURS });
  });
  afterAll(async () => {
    await world?.close();
    await setting?.remove();
    await listener?.remove();
  });

  const exits = (names: readonly string[]) => names.map((name) => world.lab.proxy(name).exit.address);
  const controlled = (control: Control) =>
    waitForView(
      world.page,
      JSON.stringify(control),
      (view) => JSON.stringify(view.control) === JSON.stringify(control),
    );
  /** The mark on the button, and what a screen reader reads of it. */
  const badge = () =>
    world.page.evaluate(async () => {
      const { action } = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
      return [await action.getBadgeText({}), await action.getTitle({})];
    });

  /** Where pages go now. */
  async function viasOf(host: string): Promise<readonly string[]> {
    await (await world.browser.visit(`https://${host}/page?n=8&host=i%25i.${host}`)).close();
    return world.lab.requests({ host: new RegExp(`${host}$`) }).map(({ via }) => via);
  }

  async function goesByUs(host: string): Promise<void> {
    const vias = await viasOf(host);
    expect(vias.length).toBeGreaterThan(0);
    for (const via of vias) expect(exits(OURS)).toContain(via);
  }

  /** A page asks for something every 5 ms meanwhile. */
  async function whileAsking(host: string, then: () => Promise<unknown>): Promise<readonly string[]> {
    const tab = await world.browser.visit(`https://${host}/page`);
    await tab.evaluate(() => {
      setInterval(() => fetch(`/page?${Math.random()}`).catch(() => {}), 5);
    });
    world.lab.clear();
    await then();
    await until("requests", () => world.lab.requests({ host }).length > 20);
    await tab.close();
    return world.lab.requests({ host }).map(({ via }) => via);
  }

  if (kind === "chrome") {
    const TAKEN = { kind: "taken", by: "extension" } as const;

    test("another extension that owns the proxy is seen and said; ours is in force in the moment it lets go", async () => {
      expect(await badge()).toEqual(["", "Switchyard"]);
      await setting.install();
      await controlled(TAKEN);
      await until("the badge", async () => (await badge())[0] === "!");
      expect((await badge())[1]).toBe("Switchyard: not in control of the proxy");
      // The positive control: requests really go another way.
      expect(await viasOf("taken.example")).toContain(exits([OTHERS])[0]);
      const vias = await whileAsking("freed.example", async () => {
        await setting.uninstall();
        await controlled({ kind: "ours" });
      });
      expect(vias).not.toContain("direct");
      await goesByUs("ours.example");
      expect(await badge()).toEqual(["", "Switchyard"]);
    });

    test("so it is when the other one was there before ours was switched on, and with nothing to route by", async () => {
      await ask(world.page, "setMode", "system");
      expect((await badge())[0]).toBe("off");
      await setting.install();
      await until("the other one", async () => (await viasOf("other.example")).includes(exits([OTHERS])[0] ?? ""));
      await ask(world.page, "setMode", "balanced");
      await controlled(TAKEN);
      const vias = await whileAsking("let-go.example", async () => {
        await setting.uninstall();
        await controlled({ kind: "ours" });
      });
      expect(vias).not.toContain("direct");
      await goesByUs("ours-again.example");
    });
  } else {
    test("another extension's setting leaves the listener's answers in force, and takes what stands behind them", async () => {
      expect(await badge()).toEqual(["", "Switchyard"]);
      await setting.install();
      await controlled({ kind: "exposed", by: "extension" });
      await goesByUs("beside.example");
      await setting.uninstall();
      await controlled({ kind: "ours" });
      await goesByUs("alone.example");
    });

    test("a setting that is locked, as by a policy, does the same", async () => {
      const inside = await createBrowserScope(world.browser.browser);
      await inside(`Services.prefs.lockPref("network.proxy.type"), "locked"`);
      await world.browser.stopBackground();
      await controlled({ kind: "exposed", by: "policy" });
      await goesByUs("locked.example");
      await inside(`Services.prefs.unlockPref("network.proxy.type"), "free"`);
      await world.browser.stopBackground();
      await controlled({ kind: "ours" });
    });

    test("another extension's listener that answers after ours is seen by where requests really go", async () => {
      await listener.install();
      // The positive control: requests really go another way.
      await until("the other one", async () => (await viasOf("overruled.example")).includes(exits([OTHERS])[0] ?? ""));
      await controlled({ kind: "taken", by: "extension" });
      await until("the badge", async () => (await badge())[0] === "!");
      const asked = Date.now();
      await ask(world.page, "test", []);
      const tested = await waitForView(world.page, "the tests", (v) => !v.asked && v.members.every((m) => !m.testing));
      // What went through the other's proxy says nothing of ours.
      expect(tested.members.filter((m) => m.shown.kind === "delay" && (m.testedAt ?? 0) >= asked)).toEqual([]);
      await listener.uninstall();
      await viasOf("released.example");
      await controlled({ kind: "ours" });
      await goesByUs("ours.example");
      await waitForView(world.page, "working members", (v) => v.members.every((m) => m.shown.kind === "delay"));
    });
  }

  test("each way of not going by the groups has a mark of its own", async () => {
    for (const [mode, mark] of [
      ["direct", "→"],
      ["system", "off"],
      ["balanced", ""],
    ] as const) {
      await ask(world.page, "setMode", mode);
      await until(`the mark of ${mode}`, async () => (await badge())[0] === mark);
    }
    if (kind === "chrome") {
      await world.browser.withdrawAccess();
      await until("the mark of no access", async () => (await badge())[0] === "?");
      await world.browser.giveAccess();
    }
    await world.page.evaluate(async () => chrome.storage.local.set({ picks: 5 }));
    await world.browser.stopBackground();
    await controlled({ kind: "blocked", why: "storage" });
    await until("the mark of blocked", async () => (await badge())[0] === "×");
  });
});
