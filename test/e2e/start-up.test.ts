import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { openBusyPage } from "./support/busy-page.ts";
import { type ChromiumBrowser, launchChromium } from "./support/chromium.ts";
import { copyExtension, type ExtensionCopy } from "./support/extension-copy.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { createInstalledChrome } from "./support/installed-chrome.ts";
import { START_PAGES, startHosts } from "./support/start-pages.ts";
import { allTested, createWorld } from "./support/world.ts";

/**
 * Loaded from the command line an extension is asked for no account before its background runs (see
 * `createInstalledChrome`): these proxies want none.
 */
const WITHOUT_ACCOUNTS = { only: ["de-1", "nl-2", "fi-1", "us-1"] };

const mostLoad = (lab: Lab): Promise<void> =>
  expect
    .poll(() => startHosts(lab.requests()).length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(START_PAGES.length - 1);

/** The tabs of the last session are there before the background is. Firefox's part of this is in `second-wall`. */
describe("in chrome", () => {
  let lab: Lab;
  let browser: ChromiumBrowser;
  let copy: ExtensionCopy;
  beforeAll(async () => {
    lab = await createLab();
    copy = copyExtension("chrome");
    // The browser goes on with the script that it has: this one looks whether it is to fail.
    copy.before('if (chrome.runtime.getManifest().description === "spoilt") throw new Error("a script error");');
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

  test.each(["working", "dead"])(
    "B20 · with %s proxies none of the 20 tabs of the last session goes directly",
    async (how) => {
      const page = await browser.open("popup/index.html");
      await saveConfig(page, lab.config(WITHOUT_ACCOUNTS));
      await ask(page, "setMode", "balanced");
      await waitForView(page, "every member tested", allTested);
      if (how === "dead") for (const proxy of lab.proxies) await proxy.stop();
      const name = await channelName();
      await startAgain();
      const again = await browser.open("popup/index.html");
      await waitForView(again, "the first tests", (view) => view.members.every(({ shown }) => shown.kind !== "cached"));
      // One may fail while the browser starts (seen once): what counts is that none goes directly.
      if (how === "working") await mostLoad(lab);
      expect(lab.requests({ via: "direct" })).toEqual([]);
      // What was being looked up when the proxies died may still have come, by one of them.
      if (how === "dead") expect(startHosts(lab.requests())).toEqual([]);
      // The channel has another name in each run of the browser.
      expect(await channelName()).toMatch(/^[a-z0-9]{16,}$/);
      expect(await channelName()).not.toBe(name);
    },
  );

  test("B20 · nor when the background starts with a script error: the proxy setting goes on by itself", async () => {
    for (const proxy of lab.proxies) await proxy.start();
    copy.manifest((manifest) => ({ ...manifest, description: "spoilt" }));
    await startAgain();
    await mostLoad(lab);
    expect(lab.requests({ via: "direct" })).toEqual([]);
    const page = await browser.open("popup/index.html");
    await expect(ask(page, "readConfig")).rejects.toThrow();
  });
});

test("in chrome · B20 · installed: all 20 tabs of the last session wait for their proxies' accounts", async ({
  skip,
}) => {
  const lab = await createLab();
  const copy = copyExtension("chrome");
  const installed = await createInstalledChrome(copy);
  if (typeof installed === "string") return skip(installed);
  const { program, id } = installed;
  const args = ["--restore-last-session"];
  let browser = await launchChromium(lab, { extension: copy.folder, program, installed: id, args });
  try {
    const page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config());
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);
    await page.close();
    for (const url of START_PAGES) await browser.visit(url);
    const asking = lab.proxy("nl-1");
    for (let round = 0; round < 2; round++) {
      lab.clear();
      browser = await browser.restart();
      await expect.poll(() => startHosts(lab.requests()), { timeout: 20_000 }).toEqual(START_PAGES);
      expect(lab.requests({ via: "direct" })).toEqual([]);
      expect(asking.events.filter(({ letIn }) => letIn).length).toBeGreaterThan(0);
    }
  } finally {
    await browser.close();
    await installed.remove();
    await copy.remove();
    await lab.close();
  }
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
