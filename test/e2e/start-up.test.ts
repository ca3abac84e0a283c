import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { openBusyPage } from "./support/busy-page.ts";
import { type ChromiumBrowser, launchChromium } from "./support/chromium.ts";
import { copyExtension, type ExtensionCopy } from "./support/extension-copy.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { START_PAGES, startHosts } from "./support/start-pages.ts";
import { allTested, createWorld } from "./support/world.ts";

/** The tabs of the last session are there before the background is. Firefox's part of this is in `second-wall`. */
describe("in chrome", () => {
  let lab: Lab;
  let browser: ChromiumBrowser;
  let copy: ExtensionCopy;
  beforeAll(async () => {
    lab = await createLab();
    copy = copyExtension("chrome");
    browser = await launchChromium(lab, { extension: copy.folder, args: ["--restore-last-session"] });
    for (const url of START_PAGES) await browser.visit(url);
  });
  afterAll(async () => {
    await browser?.close();
    await copy?.remove();
    await lab?.close();
  });

  async function startAgain(): Promise<void> {
    lab.clear();
    browser = await browser.restart();
  }

  test("B20 · the positive control: off, pages go directly", async () => {
    await startAgain();
    await expect.poll(() => startHosts(lab.requests({ via: "direct" })), { timeout: 20_000 }).toEqual(START_PAGES);
  });

  /** The name of the control channel, out of the text that Chrome has. */
  const channelName = async (): Promise<string | undefined> => {
    const page = await browser.open("popup/index.html");
    const text = await page.evaluate(async () => {
      const { value } = await chrome.proxy.settings.get({});
      return value.pacScript?.data ?? "";
    });
    await page.close();
    return /"secret":\{"host":"([a-z0-9]+)"/.exec(text)?.[1];
  };

  const mostLoad = (): Promise<void> =>
    expect
      .poll(() => startHosts(lab.requests()).length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(START_PAGES.length - 1);

  test.each(["working", "dead"])(
    "B20 · with %s proxies none of the 20 tabs of the last session goes directly",
    async (how) => {
      const page = await browser.open("popup/index.html");
      await saveConfig(page, lab.config());
      await ask(page, "setMode", "balanced");
      await waitForView(page, "every member tested", allTested);
      if (how === "dead") for (const proxy of lab.proxies) await proxy.stop();
      const name = await channelName();
      await startAgain();
      const again = await browser.open("popup/index.html");
      await waitForView(again, "the first tests", (view) => view.members.every(({ shown }) => shown.kind !== "cached"));
      // One may fail while the browser starts (seen once): what counts is that none goes directly.
      if (how === "working") await mostLoad();
      expect(lab.requests({ via: "direct" })).toEqual([]);
      if (how === "dead") expect(lab.requests()).toEqual([]);
      // The channel has another name in each run of the browser.
      expect(await channelName()).toMatch(/^[a-z0-9]{16,}$/);
      expect(await channelName()).not.toBe(name);
    },
  );

  test("B20 · nor when the background starts with a script error: the proxy setting goes on by itself", async () => {
    for (const proxy of lab.proxies) await proxy.start();
    copy.before('throw new Error("a script error at the start")');
    await startAgain();
    await mostLoad();
    expect(lab.requests({ via: "direct" })).toEqual([]);
  });
});

test("in chrome · B20 · a program that hangs lets nothing through, is taken for what it is, and everything is blocked", async () => {
  const { lab, page, browser, on, close } = await createWorld();
  try {
    await on();
    const busy = await openBusyPage(browser, "hangs");
    await busy.answered(20);
    lab.clear();
    await page.evaluate(async () => {
      const data = "function FindProxyForURL() { for (;;); }";
      const value = { mode: "pac_script", pacScript: { data, mandatory: true } } as const;
      await chrome.proxy.settings.set({ scope: "regular", value });
    });
    await waitForView(page, "that it hangs", ({ control }) => control.kind === "blocked" && control.why === "router");
    await busy.stop();
    expect(lab.requests({ via: "direct" })).toEqual([]);
  } finally {
    await close();
  }
});
