import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { extensionFolder } from "./support/build.ts";
import { launchChromium } from "./support/chromium.ts";
import type { ExtensionBrowser } from "./support/extension-browser.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { launchFirefox } from "./support/firefox.ts";
import { openPopup, readWarnings } from "./support/popup.ts";
import { until } from "./support/until.ts";
import { allTested } from "./support/world.ts";

const NOTICE = "Private windows are not protected";
const MEMBER = "de-1";

/** Both browsers install an extension without access to private windows: only a person can give it. */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let lab: Lab;
  let browser: ExtensionBrowser;
  let page: Page;

  beforeAll(async () => {
    lab = await createLab();
    const extension = extensionFolder(kind);
    browser = kind === "chrome" ? await launchChromium(lab, { extension }) : await launchFirefox(lab, { extension });
    page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config({ only: [MEMBER] }));
  });
  afterAll(async () => {
    await browser?.close();
    await lab?.close();
  });

  const urlOf = (name: string): string => `https://${name}.example/page?n=2&host=i%25i.${name}.example`;
  const seen = (name: string) => lab.requests({ host: new RegExp(`(^|\\.)${name}\\.example$`) });

  /** Where a private window's requests went: a page and what it loads from two more hosts. */
  async function viasOfPrivate(name: string): Promise<readonly string[]> {
    await browser.visitPrivately(urlOf(name));
    await until(`the page of ${name}`, () => seen(name).length >= 3);
    return [...new Set(seen(name).map(({ via }) => via))];
  }

  const warnings = (): Promise<string> => readWarnings(browser);

  async function setPrivateAccess(allowed: boolean): Promise<void> {
    await browser.setPrivateAccess(allowed);
    page = await until("the extension, back again", () => browser.open("popup/index.html"));
  }

  test("the positive control: switched off, a private window goes directly, and the lab sees it", async () => {
    expect(await viasOfPrivate("control")).toEqual(["direct"]);
    expect((await readView(page)).mode).toBe("system");
    expect(await warnings()).not.toContain(NOTICE);
  });

  test("B20 · with everything blocked a private window still goes directly, and popup and options page say so", async () => {
    await saveConfig(page, lab.config({ only: [MEMBER], final: "block" }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);
    await (await browser.visit(urlOf("regular"))).close();
    expect(seen("regular")).toEqual([]);
    expect(await viasOfPrivate("secret")).toEqual(["direct"]);
    expect((await readView(page)).unrouted).toEqual({ privateWindows: "unasked", list: null });
    const said = await warnings();
    expect(said).toContain(NOTICE);
    expect(said).toContain(kind === "chrome" ? "Allow in Incognito" : "Run in Private Windows");
    const options = await browser.open("popup/options/index.html");
    await until("the options page's notice", () =>
      options.$eval("[role=alert]", (alert, notice) => alert.textContent?.includes(notice), NOTICE),
    );
    await options.close();
  });

  if (kind === "firefox")
    test("X5 · the address box names no proxy for a private window that the extension is not asked about", async () => {
      await saveConfig(page, lab.config({ only: [MEMBER], final: MEMBER }));
      const explain = (container: string) => ask(page, "explain", { address: "any.example", container });
      expect(await explain("firefox-default")).toMatchObject({ unrouted: null, outbound: MEMBER });
      expect(await explain("firefox-private")).toMatchObject({ unrouted: "private" });
    });

  test("hidden once, the notice stays hidden after a restart of the browser", async () => {
    const popup = await openPopup(browser);
    await popup.locator(`::-p-aria([role="button"][name="Hide this"])`).click();
    await popup.close();
    expect(await warnings()).not.toContain(NOTICE);
    browser = await browser.restart();
    page = await browser.open("popup/index.html");
    await waitForView(page, "the state", ({ unrouted }) => unrouted.privateWindows === "unasked");
    expect(await warnings()).not.toContain(NOTICE);
  });

  test("once it is allowed, private windows go by the groups and there is no notice", async () => {
    await page.evaluate(() => localStorage.clear());
    await until("the notice, shown again", async () => (await warnings()).includes(NOTICE));
    await saveConfig(page, lab.config({ only: [MEMBER], final: MEMBER }));
    await setPrivateAccess(true);
    await waitForView(page, "the access", ({ unrouted }) => unrouted.privateWindows === "ours");
    expect(await viasOfPrivate("allowed")).toEqual([lab.proxy(MEMBER).exit.address]);
    expect(await warnings()).not.toContain("rivate windows");
  });

  if (kind === "chrome")
    test("taken away again, private windows go directly again, and that is said", async () => {
      await setPrivateAccess(false);
      await waitForView(page, "the missing access", ({ unrouted }) => unrouted.privateWindows === "unasked");
      expect(await viasOfPrivate("withdrawn")).toEqual(["direct"]);
      expect(await warnings()).toContain(NOTICE);
    });
  else firefoxCases();

  /** The proxy setting, which only an extension with that access may set, outlives the access. */
  function firefoxCases(): void {
    const DEAD_PORT = "127.0.0.1:9";
    const setting = async (): Promise<string> =>
      String(await page.evaluate("browser.proxy.settings.get({}).then(({ value }) => JSON.stringify(value))"));

    test("B20 · taken away again, the setting that stays blocks private windows, and that is said", async () => {
      await setPrivateAccess(false);
      await waitForView(page, "the missing access", ({ unrouted }) => unrouted.privateWindows === "blocked");
      expect((await readView(page)).control).toEqual({ kind: "ours" });
      expect(await warnings()).toContain("Private windows load nothing");
      lab.clear();
      await browser.visitPrivately(urlOf("withdrawn"));
      await (await browser.visit(urlOf("beside"))).close();
      expect(new Set(seen("beside").map(({ via }) => via))).toEqual(new Set([lab.proxy(MEMBER).exit.address]));
      expect(seen("withdrawn")).toEqual([]);
      expect(await ask(page, "explain", { address: "any.example", container: "firefox-private" })).toMatchObject({
        unrouted: "private-blocked",
      });
    });

    test("“System” gives Firefox its own settings back all the same: everything loads, also after a restart", async () => {
      await ask(page, "setMode", "system");
      expect(await setting()).not.toContain(DEAD_PORT);
      const loads = async (name: string): Promise<void> => {
        await (await browser.visit(urlOf(name))).close();
        expect(new Set(seen(name).map(({ via }) => via))).toEqual(new Set(["direct"]));
        expect(await viasOfPrivate(`${name}-private`)).toEqual(["direct"]);
      };
      await loads("off");
      browser = await browser.restart();
      page = await browser.open("popup/index.html");
      await loads("off-restarted");
    });

    test("a setting that an earlier version left at the dead port is given back when the browser starts", async () => {
      await setPrivateAccess(true);
      const value = { proxyType: "manual", http: DEAD_PORT, httpProxyAll: true, socks: DEAD_PORT, passthrough: "" };
      await page.evaluate(`browser.proxy.settings.set(${JSON.stringify({ value })})`);
      await setPrivateAccess(false);
      browser = await browser.restart();
      page = await browser.open("popup/index.html");
      await until("the setting given back", async () => !(await setting()).includes(DEAD_PORT));
      await (await browser.visit(urlOf("given-back"))).close();
      expect(new Set(seen("given-back").map(({ via }) => via))).toEqual(new Set(["direct"]));
    });
  }
});
