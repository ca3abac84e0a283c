import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../../lab/lab.ts";
import { extensionFolder } from "./build.ts";
import { launchChromium } from "./chromium.ts";
import type { ExtensionBrowser } from "./extension-browser.ts";
import { ask, saveConfig, waitForView } from "./extension-page.ts";
import { launchFirefox } from "./firefox.ts";
import { readRecords, readStorage } from "./storage.ts";
import { until } from "./until.ts";
import { allTested } from "./world.ts";

/**
 * What the end-to-end tests rest on, in both browsers: the lab sees a request that no proxy carried. Without this a test that
 * finds no such request would prove nothing.
 */
const LAUNCH = { chrome: launchChromium, firefox: launchFirefox };

describe.each(["chrome", "firefox"] as const)("%s in the lab", (kind) => {
  let lab: Lab;
  let browser: ExtensionBrowser;
  let page: Page;
  beforeAll(async () => {
    lab = await createLab();
    browser = await LAUNCH[kind](lab, { extension: extensionFolder(kind) });
    page = await browser.open("popup/index.html");
  });
  afterAll(async () => {
    await browser?.close();
    await lab?.close();
  });

  const viaOf = async (address: string): Promise<string> => {
    const tab = await browser.visit(address);
    const text = await tab.evaluate(() => document.body.textContent ?? "");
    await tab.close();
    return JSON.parse(text).via;
  };

  test.each(["http://plain.example/via", "https://secure.example/via", "https://port.example:8443/via"])(
    "a direct request of a tab is seen as such: %s",
    async (address) => {
      expect(await viaOf(address)).toBe("direct");
      expect(lab.requests({ host: new URL(address).hostname, path: "/via", via: "direct" })).toHaveLength(1);
    },
  );

  test("a direct request of the extension's own pages is seen as such", async () => {
    const text = await page.evaluate(async () => (await fetch("https://own.example/via")).text());
    expect(JSON.parse(text)).toMatchObject({ via: "direct", host: "own.example" });
  });

  test("a certificate that nobody trusts is refused", async () => {
    const tab = await browser.visit("https://shop.untrusted.test/via");
    await tab.close();
    expect(lab.requests({ host: /untrusted/ })).toEqual([]);
  });

  test("the browser asks for nothing on its own account", () => {
    expect(lab.requests().filter(({ host }) => !/\.example$/.test(host))).toEqual([]);
  });

  test("proxies carry requests once it is on, and nothing goes without them; accounts are stored in the settings alone", async () => {
    await saveConfig(page, lab.config());
    await ask(page, "setMode", "balanced");
    const view = await waitForView(page, "every member tested", allTested);
    expect(view.members.map(({ tag, shown }) => [tag, shown.kind])).toEqual(
      lab.proxies.map(({ name }) => [name, "delay"]),
    );
    lab.clear();
    const exits = new Set(lab.proxies.map(({ exit }) => exit.address));
    expect(exits).toContain(await viaOf("https://carried.example/via"));
    expect(exits).toContain(await viaOf("http://carried.example/via"));
    expect(lab.requests({ via: "direct" })).toEqual([]);

    const results = await until("saved results", async () => {
      const records = await readRecords(page, "switchyard", "results");
      return records.length >= lab.proxies.length ? records : null;
    });
    const elsewhere = JSON.stringify([
      results,
      await readRecords(page, "switchyard", "log"),
      await readStorage(page, "session"),
    ]);
    const password = lab.proxy("nl-1").behaviour().account?.password ?? "";
    expect(JSON.stringify(await readStorage(page, "local"))).toContain(password);
    expect(elsewhere).not.toContain(password);
  });
});
