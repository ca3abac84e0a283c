import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { extensionFolder } from "./support/build.ts";
import { type ChromiumBrowser, launchChromium } from "./support/chromium.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { START_PAGES, startHosts } from "./support/start-pages.ts";
import { allTested } from "./support/world.ts";

/** Asked for as soon as the browser is there, before the background is. Firefox's part of this is in `second-wall`. */
describe("in chrome", () => {
  let lab: Lab;
  let browser: ChromiumBrowser;
  beforeAll(async () => {
    lab = await createLab();
    browser = await launchChromium(lab, { extension: extensionFolder("chrome") });
  });
  afterAll(async () => {
    await browser?.close();
    await lab?.close();
  });

  async function startAgain(): Promise<void> {
    lab.clear();
    browser = await browser.restart();
    await Promise.all(START_PAGES.map((url) => browser.visit(url)));
  }

  test("B20 · the positive control: off, pages go directly", async () => {
    await startAgain();
    expect(startHosts(lab.requests({ via: "direct" }))).toEqual(START_PAGES);
  });

  test.each(["working", "dead"])("B20 · with %s proxies no page asked for at the start goes directly", async (how) => {
    const page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config());
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);
    if (how === "dead") for (const proxy of lab.proxies) await proxy.stop();
    await startAgain();
    const again = await browser.open("popup/index.html");
    await waitForView(again, "the first tests", (view) => view.members.every(({ shown }) => shown.kind !== "cached"));
    // One may fail while the browser starts (seen once): what counts is that none goes directly.
    if (how === "working") expect(startHosts(lab.requests()).length).toBeGreaterThanOrEqual(START_PAGES.length - 1);
    expect(lab.requests({ via: "direct" })).toEqual([]);
    if (how === "dead") expect(lab.requests()).toEqual([]);
  });
});
