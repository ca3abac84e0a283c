import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
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

/** In a network of its own, whose devices and addresses really come and go. */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  test("B20 · nothing of a page that asks every 5 ms goes directly while the network changes 20 times", async ({
    skip,
  }) => {
    const lab = await createLab();
    const network = await createPrivateNetwork(lab);
    if (typeof network === "string") {
      await lab.close();
      return skip(network);
    }
    const options = { extension: extensionFolder(kind), program: network.program(kind), privateWindows: true };
    const browser = await (kind === "chrome" ? launchChromium : launchFirefox)(lab, options);
    try {
      const page = await browser.open("popup/index.html");
      // The positive control: off, a page goes directly, and the lab sees it.
      await (await browser.visit("https://off.example/page?n=5&host=i%25i.off.example")).close();
      expect(lab.requests({ via: "direct" }).length).toBeGreaterThan(3);
      await saveConfig(page, lab.config({ monitoring: { interval: "1h" } }));
      await ask(page, "setMode", "balanced");
      await waitForView(page, "every member tested", allTested);

      const inside = kind === "firefox" ? await createBrowserScope(browser.browser) : null;
      await inside?.(`globalThis.changes = 0,
        Services.obs.addObserver(() => globalThis.changes++, "network:link-status-changed"), "watching"`);
      const busy = await openBusyPage(browser, "network");
      await busy.answered(50);
      lab.clear();
      const from = Date.now();
      for (let round = 0; round < CHANGES; round++) {
        network.change(round);
        await setTimeout(EVERY_MS);
      }
      await busy.answered(100);
      // The browser did see them: Chrome makes its proxy program anew, of which the background learns; Firefox says so.
      if (inside) await until("the changes", async () => Number(await inside("String(globalThis.changes)")) > 0);
      else
        await waitForView(page, "the tests after the change", (view) =>
          view.members.every(({ testing, testedAt }) => !testing && (testedAt ?? 0) > from),
        );
      const { answered } = await busy.stop();
      expect(answered).toBeGreaterThan(100);
      expect(lab.requests({ via: "direct" })).toEqual([]);
    } finally {
      await browser.close();
      await network.close();
      await lab.close();
    }
  });
});
