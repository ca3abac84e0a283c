import type { Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { extensionFolder } from "./support/build.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { type FirefoxBrowser, type FirefoxOptions, launchFirefox } from "./support/firefox.ts";
import { type BrowserScope, createBrowserScope } from "./support/firefox-inside.ts";
import { createManagedFirefox } from "./support/managed.ts";
import { createOtherExtension } from "./support/other-extension.ts";
import { readWarnings } from "./support/popup.ts";
import { until } from "./support/until.ts";
import { allTested } from "./support/world.ts";

const PREF = "network.proxy.no_proxies_on";
const LIST = "listed.example, .below.example, 10.0.0.0/8, localhost";
const OURS = ["de-1", "us-1"];

/** A Firefox with the extension switched on. */
interface Listed {
  readonly lab: Lab;
  readonly browser: FirefoxBrowser;
  readonly page: Page;
  readonly inside: BrowserScope;
  close(): Promise<void>;
}

async function createListed(options: Partial<FirefoxOptions> & { readonly privateWindows: boolean }): Promise<Listed> {
  const lab = await createLab();
  const browser = await launchFirefox(lab, { extension: extensionFolder("firefox"), ...options });
  const page = await browser.open("popup/index.html");
  await saveConfig(page, lab.config({ only: OURS }));
  return {
    lab,
    browser,
    page,
    inside: await createBrowserScope(browser.browser),
    async close() {
      await browser.close();
      await lab.close();
    },
  };
}

async function switchOn({ page }: Listed): Promise<void> {
  await ask(page, "setMode", "balanced");
  await waitForView(page, "every member tested", allTested);
}

/** Where a page's requests went. */
async function viasOf({ browser, lab }: Listed, host: string): Promise<readonly string[]> {
  lab.clear();
  await (await browser.visit(`http://${host}/page?n=0`)).close();
  const seen = lab.requests({ path: "/page?n=0" });
  expect(seen.length).toBeGreaterThan(0);
  return [...new Set(seen.map(({ via }) => via))];
}

const isOurs = ({ lab }: Listed, vias: readonly string[]): boolean =>
  vias.every((via) => OURS.some((name) => lab.proxy(name).exit.address === via));

const warnings = ({ browser }: Listed): Promise<string> => readWarnings(browser);

const explain = ({ page }: Listed, address: string) => ask(page, "explain", { address, container: "firefox-default" });
const tabAt = ({ page }: Listed, url: string) => ask(page, "tab", { url, tabId: 0, container: "firefox-default" });

describe("in firefox, a person's list “No proxy for”, without access to private windows", () => {
  let listed: Listed;
  beforeAll(async () => {
    listed = await createListed({ privateWindows: false, prefs: { [PREF]: LIST } });
  });
  afterAll(() => listed?.close());

  test("the positive control: switched off, the lab sees every page go directly", async () => {
    expect(await viasOf(listed, "listed.example")).toEqual(["direct"]);
    expect(await viasOf(listed, "other.example")).toEqual(["direct"]);
  });

  test("its hosts go directly, others by the groups; popup says which hosts, and what to do", async () => {
    await switchOn(listed);
    for (const host of ["listed.example", "a.listed.example", "a.below.example", "10.1.2.3"])
      expect(await viasOf(listed, host)).toEqual(["direct"]);
    for (const host of ["other.example", "below.example", "notlisted.example"])
      expect(isOurs(listed, await viasOf(listed, host))).toBe(true);
    const { unrouted } = await readView(listed.page);
    // What goes directly without a list is nothing to tell.
    const hosts = ["listed.example", ".below.example", "10.0.0.0/8"];
    expect(unrouted.list).toEqual({ hosts, by: "permission" });
    const said = await warnings(listed);
    for (const host of hosts) expect(said).toContain(host);
    expect(said).not.toContain("localhost");
    expect(said).toContain("No proxy for");
    expect(said).toContain("Run in Private Windows");
  });

  test("nobody else is blamed for it", async () => {
    for (let visits = 0; visits < 3; visits++) await viasOf(listed, "listed.example");
    await ask(listed.page, "test", []);
    await waitForView(listed.page, "the tests", (view) => view.asked === null && allTested(view));
    expect((await readView(listed.page)).control).toEqual({ kind: "exposed", by: "permission" });
    expect(await warnings(listed)).not.toContain("Another extension");
  });

  test("X5 · address box and tab line name no proxy for them, and no rule", async () => {
    expect(await explain(listed, "http://a.listed.example")).toMatchObject({ unrouted: "list", went: null });
    expect(await explain(listed, "other.example")).toMatchObject({ unrouted: null });
    expect(await explain(listed, "localhost")).toMatchObject({ unrouted: "loopback", went: null });
    expect(await tabAt(listed, "http://listed.example/page")).toMatchObject({ unrouted: "list", outbound: null });
    expect(await tabAt(listed, "http://other.example/page")).toMatchObject({ unrouted: null, seen: true });
    const options = await listed.browser.open("popup/options/index.html");
    await options.locator("input.address").fill("http://listed.example");
    const found = () => options.$eval("#address-found", (box) => box.textContent ?? "");
    await until("the answer", async () => (await found()).includes("directly"));
    expect(await found()).toContain("No proxy for");
    for (const name of OURS) expect(await found()).not.toContain(name);
    await options.close();
  });

  test("M21 · no test is sent to such a host: it would go directly. The popup says why", async () => {
    listed.lab.clear();
    const monitoring = { urls: ["https://listed.example/generate_204"], look_up_exits: false };
    await saveConfig(listed.page, listed.lab.config({ only: OURS, monitoring }));
    await ask(listed.page, "test", []);
    const view = await waitForView(listed.page, "the tests' failure", (v) =>
      v.members.every(({ shown }) => shown.kind === "failed"),
    );
    for (const { shown } of view.members) expect(shown).toMatchObject({ error: { code: "site_bypassed" } });
    expect(listed.lab.requests({ via: "direct" })).toEqual([]);
    await saveConfig(listed.page, listed.lab.config({ only: OURS }));
    await ask(listed.page, "test", []);
    await waitForView(listed.page, "working members", (v) => v.members.every(({ shown }) => shown.kind === "delay"));
  });

  test("emptied by the person, nothing goes directly and nothing is said any more", async () => {
    await listed.inside(`Services.prefs.clearUserPref("${PREF}"), "cleared"`);
    // Firefox tells nobody of it: the next look at the setting notices it.
    await listed.browser.stopBackground();
    await waitForView(listed.page, "no list", ({ unrouted }) => unrouted.list === null);
    expect(isOurs(listed, await viasOf(listed, "listed.example"))).toBe(true);
    expect(await warnings(listed)).not.toContain("No proxy for");
  });

  test("written while it is on, it is told as soon as a request shows it", async () => {
    await listed.inside(`Services.prefs.setStringPref("${PREF}", "late.example"), "set"`);
    expect(await viasOf(listed, "late.example")).toEqual(["direct"]);
    const view = await waitForView(listed.page, "the list", ({ unrouted }) => unrouted.list !== null, 5_000);
    expect(view.unrouted.list?.hosts).toEqual(["late.example"]);
    expect(view.control).toEqual({ kind: "exposed", by: "permission" });
    expect(await tabAt(listed, "http://late.example/")).toMatchObject({ unrouted: "list" });
  });

  test("given access to private windows the list is out of force; switched off, it is the person's again", async () => {
    await listed.browser.setPrivateAccess(true);
    const page = await until("the extension, back again", () => listed.browser.open("popup/index.html"));
    const again = { ...listed, page };
    await waitForView(page, "ours", ({ control }) => control.kind === "ours");
    expect((await readView(page)).unrouted).toEqual({ privateWindows: "ours", list: null });
    expect(isOurs(again, await viasOf(again, "late.example"))).toBe(true);
    await ask(page, "setMode", "system");
    expect(await listed.inside(`Services.prefs.getStringPref("${PREF}")`)).toBe("late.example");
    expect(await viasOf(again, "late.example")).toEqual(["direct"]);
  });
});

describe("in firefox, with access to private windows", () => {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  test("a list that is written under us is taken out of force by the first request that it sends directly", async () => {
    const listed = await createListed({ privateWindows: true, prefs: { [PREF]: LIST } });
    open.push(listed);
    await switchOn(listed);
    for (const host of ["listed.example", "10.1.2.3"]) expect(isOurs(listed, await viasOf(listed, host))).toBe(true);
    expect(await warnings(listed)).toBe("");
    await listed.inside(`Services.prefs.setStringPref("${PREF}", "sudden.example"), "set"`);
    // The positive control: it is in force until something shows it.
    expect(await viasOf(listed, "sudden.example")).toEqual(["direct"]);
    await until("the list out of force", async () => isOurs(listed, await viasOf(listed, "sudden.example")), 5_000);
    expect((await readView(listed.page)).control).toEqual({ kind: "ours" });
    expect(await warnings(listed)).toBe("");
  });

  test("another extension's list stays in force: it is said whose it is, and gone with that extension", async () => {
    const listed = await createListed({ privateWindows: true });
    open.push(listed);
    await switchOn(listed);
    const other = createOtherExtension(listed.browser, "setting", listed.lab.proxy("nl-2"), "listed.example, <local>");
    open.push({ close: other.remove });
    await other.install();
    await waitForView(listed.page, "its list", ({ unrouted }) => unrouted.list?.by === "extension");
    expect(await viasOf(listed, "listed.example")).toEqual(["direct"]);
    expect(await viasOf(listed, "printer")).toEqual(["direct"]);
    expect(isOurs(listed, await viasOf(listed, "other.example"))).toBe(true);
    const said = await warnings(listed);
    expect(said).toContain("listed.example");
    expect(said).toContain("names without a dot");
    expect(said).not.toContain("Run in Private Windows");
    expect((await readView(listed.page)).control).toEqual({ kind: "exposed", by: "extension" });
    expect(await explain(listed, "http://printer")).toMatchObject({ unrouted: "list" });
    await other.uninstall();
    await waitForView(listed.page, "no list", ({ unrouted }) => unrouted.list === null);
    expect(isOurs(listed, await viasOf(listed, "listed.example"))).toBe(true);
  });

  test("a policy's list stays in force, and it is said whose it is", async ({ skip }) => {
    const fixed = await createLab();
    open.push(fixed);
    const managed = createManagedFirefox(fixed.proxy("nl-2"), "listed.example");
    if (typeof managed === "string") return skip(managed);
    open.push({ close: managed.remove });
    const listed = await createListed({ privateWindows: true, program: managed.program });
    open.push(listed);
    await switchOn(listed);
    expect(await viasOf(listed, "listed.example")).toEqual(["direct"]);
    expect(isOurs(listed, await viasOf(listed, "other.example"))).toBe(true);
    expect((await readView(listed.page)).unrouted.list).toEqual({ hosts: ["listed.example"], by: "policy" });
    expect(await warnings(listed)).toContain("listed.example");
    expect((await readView(listed.page)).control).toEqual({ kind: "exposed", by: "policy" });
    expect(await explain(listed, "listed.example")).toMatchObject({ unrouted: "list" });
  });
});
