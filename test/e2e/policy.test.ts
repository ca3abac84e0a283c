import type { Page } from "puppeteer-core";
import { afterEach, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { extensionFolder } from "./support/build.ts";
import { openBusyPage } from "./support/busy-page.ts";
import { launchChromium } from "./support/chromium.ts";
import type { ExtensionBrowser } from "./support/extension-browser.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { launchFirefox } from "./support/firefox.ts";
import {
  createManagedChrome,
  createManagedFirefox,
  fixedProxy,
  type ManagedBrowser,
  reloadPolicies,
} from "./support/managed.ts";
import { until } from "./support/until.ts";

/** The proxy that the policy names. */
const FIXED = "de-1";
/** Hosts that nobody asks and that the policy lets past it: they tell which policy Chromium has read. */
const [FIRST_READ, READ_AGAIN] = ["first-read.example", "read-again.example"];
const OURS = ["nl-1", "us-1"];

/** Real policies, given to one browser alone; where that cannot be done the tests say why they are left out. */
describe("a policy owns the proxy", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function start(
    lab: Lab,
    kind: "chrome" | "firefox",
    { program, remove }: ManagedBrowser,
  ): Promise<ExtensionBrowser> {
    open.push({ close: remove });
    const extension = extensionFolder(kind);
    const browser =
      kind === "chrome"
        ? await launchChromium(lab, { extension, program })
        : await launchFirefox(lab, { extension, program, privateWindows: true });
    open.push(browser);
    return browser;
  }

  /**
   * Chromium reads policies again only when its start is over (`scoped_best_effort_execution_fence_` in its source): when a
   * page in front has come to rest, or was loaded a minute ago. So a page that rests is left in front until it has noticed
   * a change of the policy.
   *
   * @returns the page of policies
   */
  async function startIsOver(browser: ExtensionBrowser, page: Page, change: () => void): Promise<Page> {
    change();
    const policies = await browser.visit("chrome://policy/");
    await reloadPolicies(policies);
    const inForce = () => page.evaluate(async () => JSON.stringify((await chrome.proxy.settings.get({})).value));
    await until("the end of Chromium's start", async () => (await inForce()).includes(READ_AGAIN), 90_000);
    return policies;
  }

  async function lab(): Promise<Lab> {
    const made = await createLab();
    open.push(made);
    return made;
  }

  /** Where a page's requests go now. */
  async function viasOf(browser: ExtensionBrowser, lab: Lab, host: string): Promise<ReadonlySet<string>> {
    await (await browser.visit(`https://${host}/page?n=8&host=i%25i.${host}`)).close();
    const seen = lab.requests({ host: new RegExp(`${host}$`) });
    expect(seen.length).toBeGreaterThan(0);
    return new Set(seen.map(({ via }) => via));
  }

  test("in chrome it decides, and popup and button say so; lifted, ours is in force with nothing direct in between", async ({
    skip,
  }) => {
    const world = await lab();
    const managed = createManagedChrome(fixedProxy(world.proxy(FIXED), FIRST_READ));
    if (typeof managed === "string") return skip(managed);
    const browser = await start(world, "chrome", managed);
    const page = await browser.open("popup/index.html");
    const fixed = new Set([world.proxy(FIXED).exit.address]);
    // The positive control: it is in force, whatever we do.
    expect(await viasOf(browser, world, "off.example")).toEqual(fixed);
    await saveConfig(page, world.config({ only: OURS }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "the policy", ({ control }) => control.kind === "taken" && control.by === "policy");
    expect(await viasOf(browser, world, "on.example")).toEqual(fixed);
    const badge = () =>
      page.evaluate(async () => [await chrome.action.getBadgeText({}), await chrome.action.getTitle({})]);
    await until("the badge", async () => (await badge())[0] === "!");
    expect((await badge())[1]).toBe("Switchyard: not in control of the proxy");
    const said = () => page.evaluate(() => document.body.textContent ?? "");
    await until("the banner", async () => (await said()).includes("A policy controls the proxy"));
    expect(await page.evaluate(() => document.querySelectorAll(".now, .tab").length)).toBe(0);
    expect(await said()).not.toContain("Your rules and groups decide now");
    // It stays so for a background that starts anew, and for the plain direct mode.
    await browser.stopBackground();
    for (const mode of ["direct", "balanced"] as const) {
      await ask(page, "setMode", mode);
      await waitForView(page, "the policy", ({ control }) => control.kind === "taken" && control.by === "policy");
      expect(await viasOf(browser, world, `${mode}.example`)).toEqual(fixed);
    }
    const { members } = await waitForView(page, "the view", (view) => view.members.length > 0);
    // Nothing was tested through the policy's proxy and taken for ours.
    expect(members.map(({ shown }) => shown.kind)).not.toContain("delay");

    const policies = await startIsOver(browser, page, () => managed.write(fixedProxy(world.proxy(FIXED), READ_AGAIN)));
    const busy = await openBusyPage(browser, "lifted");
    await busy.answered(50);
    world.clear();
    managed.write(null);
    await reloadPolicies(policies);
    await busy.answered(1); // in front it asks as often as it is told to
    await until("ours in force", async () => {
      const seen = world.requests({ host: busy.host });
      return seen.some(({ via }) => OURS.some((name) => world.proxy(name).exit.address === via));
    });
    await waitForView(page, "ours", ({ control }) => control.kind === "ours");
    await busy.answered(50);
    await busy.stop();
    expect(world.requests({ via: "direct" })).toEqual([]);
  }, 180_000);

  test("in firefox the listener's answers stay in force, and popup and button say what stands behind them", async ({
    skip,
  }) => {
    const world = await lab();
    const managed = createManagedFirefox(world.proxy(FIXED));
    if (typeof managed === "string") return skip(managed);
    const browser = await start(world, "firefox", managed);
    const page = await browser.open("popup/index.html");
    const exits = (names: readonly string[]): ReadonlySet<string> =>
      new Set(names.map((name) => world.proxy(name).exit.address));
    expect(await viasOf(browser, world, "off.example")).toEqual(exits([FIXED]));
    await saveConfig(page, world.config({ only: OURS }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "the policy", ({ control }) => control.kind === "exposed" && control.by === "policy");
    const vias = await viasOf(browser, world, "on.example");
    for (const via of vias) expect(exits(OURS)).toContain(via);
    const alert = () => page.evaluate(() => document.querySelector("[role=alert]")?.textContent ?? "");
    await until("the hint", async () => (await alert()).includes("A policy has set a proxy"));
    expect(await page.evaluate(() => document.querySelectorAll(".now").length)).toBe(1);
  });
});
