import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import type { ExtensionCopy } from "./support/extension-copy.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { createFaultyExtension, LISTENER_FAULTS } from "./support/faulty-extension.ts";
import { type FirefoxBrowser, launchFirefox } from "./support/firefox.ts";
import { START_PAGES, startHosts } from "./support/start-pages.ts";
import { allTested } from "./support/world.ts";

const IDLE = "extensions.background.idle.timeout";

/** Firefox only: Chrome's proxy setting stands by itself, whatever becomes of the background. */
describe.each([
  ["with", true],
  ["without", false],
] as const)("in firefox, %s access to private windows", (_, privateWindows) => {
  let lab: Lab;
  let extension: ExtensionCopy;
  let browser: FirefoxBrowser;
  let page: Page;

  beforeAll(async () => {
    lab = await createLab();
    extension = createFaultyExtension();
    browser = await launchFirefox(lab, { extension: extension.folder, privateWindows, args: START_PAGES });
    page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config());
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);
  });
  afterAll(async () => {
    await browser?.close();
    await extension?.remove();
    await lab?.close();
  });

  const direct = () => lab.requests({ via: "direct" }).map(({ host, path }) => host + path);

  async function browse(name: string): Promise<void> {
    for (const scheme of ["https", "http"])
      await (await browser.visit(`${scheme}://${name}.example/page?n=5&host=i%25i.${name}.example`)).close();
  }

  async function spoil(fault: string): Promise<void> {
    await page.evaluate((name) => localStorage.setItem("fault", name), fault);
    await browser.stopBackground();
  }

  async function mend(): Promise<void> {
    await page.evaluate(() => localStorage.removeItem("fault"));
    await browser.stopBackground();
    // A listener that was not registered in time wakes nothing any more: a page of ours does.
    await readView(page);
  }

  test("whether something stands behind the listener is said", async () => {
    const control = privateWindows ? { kind: "ours" } : { kind: "exposed", by: "permission" };
    expect((await readView(page)).control).toEqual(control);
    const hint = await page.evaluate(() => document.querySelector("[role=alert]")?.textContent ?? "");
    if (privateWindows) expect(hint).toBe("");
    else expect(hint).toContain("Run in Private Windows");
  });

  test("B20 · none of the pages that open with the browser goes directly, and all of them load", async () => {
    lab.clear();
    browser = await browser.restart();
    page = await browser.open("popup/index.html");
    await expect.poll(() => startHosts(lab.requests()), { timeout: 20_000 }).toEqual(START_PAGES);
    expect(direct()).toEqual([]);
  });

  test.each(LISTENER_FAULTS)("B20 · with a listener that is spoilt (%s) nothing goes directly", async (fault) => {
    await spoil(fault);
    // A request is held until the background has been idle for twice this time: half a minute when it is not set.
    if (fault === "never") await browser.setNumber(IDLE, 500);
    lab.clear();
    const name = fault.toLowerCase().replaceAll(" ", "-");
    await browse(name);
    // The positive control: without anything behind it, a request does go directly.
    if (privateWindows) expect(direct()).toEqual([]);
    else expect(direct().length).toBeGreaterThan(0);
    await browser.setNumber(IDLE, 30_000);
    await mend();
    lab.clear();
    await browse(`${name}-mended`);
    expect(direct()).toEqual([]);
    expect(lab.requests().length).toBeGreaterThan(0);
  });

  test("B20 · nor do they when the background starts with a script error", async () => {
    await page.evaluate(() => localStorage.setItem("fault", "script error"));
    lab.clear();
    browser = await browser.restart();
    page = await browser.open("popup/index.html");
    await browse("started-wrong");
    if (privateWindows) expect(direct()).toEqual([]);
    else expect(direct().length).toBeGreaterThan(0);
    await mend();
  });

  test("B20 · access to sites taken away is noticed and said, given back it goes on", async () => {
    await browser.withdrawAccess();
    const requests = privateWindows ? "blocked" : "direct";
    await waitForView(page, "the missing access", ({ control }) => control.kind === "no-access");
    expect((await readView(page)).control).toEqual({ kind: "no-access", requests });
    lab.clear();
    await browse("no-access");
    expect(direct().length > 0).toBe(!privateWindows);
    await browser.giveAccess();
    await waitForView(page, "the access", ({ control }) => control.kind === (privateWindows ? "ours" : "exposed"));
    lab.clear();
    await browse("access");
    expect(direct()).toEqual([]);
    expect(lab.requests().length).toBeGreaterThan(0);
  });

  test("switched off, the proxy setting is the person's own again", async () => {
    await ask(page, "setMode", "system");
    lab.clear();
    await browse("off");
    expect(new Set(lab.requests().map(({ via }) => via))).toEqual(new Set(["direct"]));
  });
});
