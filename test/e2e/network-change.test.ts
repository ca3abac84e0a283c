import { setTimeout } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { afterEach, describe, expect, test } from "vitest";
import type { BrowserKind } from "../../scripts/find-browser.mjs";
import type { View } from "../../src/protocol/view.ts";
import { createLab } from "../lab/lab.ts";
import { extensionFolder } from "./support/build.ts";
import { openBusyPage } from "./support/busy-page.ts";
import { launchChromium } from "./support/chromium.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { launchFirefox } from "./support/firefox.ts";
import { createBrowserScope } from "./support/firefox-inside.ts";
import { createPrivateNetwork } from "./support/private-network.ts";
import { until } from "./support/until.ts";
import { allTested } from "./support/world.ts";

const CHANGES = 20;
const EVERY_MS = 150;
/** Chrome holds requests for about two seconds after a change (fact C3); a proxy of the lab answers in a tenth of one. */
const HELD_MS = 1_000;

/** In a network of its own, whose devices and addresses really come and go; where there is none the tests say why. */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function start(kind: BrowserKind) {
    const lab = await createLab();
    open.push(lab);
    const network = await createPrivateNetwork(lab);
    if (typeof network === "string") return network;
    open.push(network);
    const extension = extensionFolder(kind);
    const browser =
      kind === "chrome"
        ? await launchChromium(lab, { extension, ...network.start(kind) })
        : await launchFirefox(lab, { extension, privateWindows: true, ...network.start(kind) });
    open.push(browser);
    return { lab, network, browser };
  }

  /** How long a page's request takes. */
  const timed = (page: Page): Promise<number> =>
    page.evaluate(async () => {
      const from = performance.now();
      await fetch(`/via?timed=${from}`, { cache: "no-store" });
      return performance.now() - from;
    });

  test("B20, M17 · nothing of a page that asks every 5 ms goes directly while the network changes 20 times; Chrome tests all anew", async ({
    skip,
  }) => {
    const started = await start(kind);
    if (typeof started === "string") return skip(started);
    const { lab, network, browser } = started;
    const page = await browser.open("popup/index.html");
    // The positive control: off, a page goes directly, and the lab sees it.
    // The network has just come up, which ends what a browser that starts asks for.
    const site = await until("a page that goes directly", async () => {
      const tab = await browser.visit("https://off.example/page?n=5&host=i%25i.off.example");
      if (lab.requests({ via: "direct" }).length > 3) return tab;
      await tab.close();
      return null;
    });
    await saveConfig(page, lab.config({ monitoring: { interval: "1h" } }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);

    const inside = kind === "firefox" ? await createBrowserScope(browser.browser) : null;
    await inside?.(`globalThis.changes = 0,
      Services.obs.addObserver(() => globalThis.changes++, "network:link-status-changed"), "watching"`);
    const busy = await openBusyPage(browser, "network");
    await busy.answered(50);
    lab.clear();
    for (let round = 0; round < CHANGES; round++) {
      network.change(round);
      await setTimeout(EVERY_MS);
    }
    const changedAt = Date.now();
    // The browsers did see it.
    if (inside) await until("the changes", async () => Number(await inside("String(globalThis.changes)")) > 0);
    else expect(await timed(site)).toBeGreaterThan(HELD_MS);
    await busy.answered(100);
    await busy.stop();
    expect(lab.requests().length).toBeGreaterThan(100);
    expect(lab.requests({ via: "direct" })).toEqual([]);
    if (kind === "firefox") return;
    // M17: the PAC program's new context tells of it, and whoever speaks with that first does not take it for known.
    await ask(page, "tab", { url: "https://i1.off.example/", tabId: 0, container: "" });
    const isAnew = ({ testedAt }: View["members"][number]): boolean => (testedAt ?? 0) > changedAt;
    await waitForView(page, "every member tested anew", (view) => view.members.every(isAnew));
  });
});
