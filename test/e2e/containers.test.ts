import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { regularContainer } from "./support/extension-browser.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { type BrowserScope, createBrowserScope } from "./support/firefox-inside.ts";
import { readStorage } from "./support/storage.ts";
import { until } from "./support/until.ts";
import { allTested, createWorld, type World } from "./support/world.ts";

const REGULAR = "de-1";
const WORK = "fi-1";
const PRIVATE = "us-1";
const WORK_CONTAINER = "firefox-container-2";

/** A page and what it loads from three more hosts, all below `name`. */
const page = (name: string): string => `https://${name}.example/page?n=3&host=i%25i.${name}.example`;

/** Where all that went. */
async function exitsOf({ lab }: World, name: string): Promise<readonly string[]> {
  const requests = () => lab.requests({ host: new RegExp(`(^|\\.)${name}\\.example$`) });
  await until(`the page of ${name}`, () => requests().length >= 4);
  return [...new Set(requests().map(({ via }) => via))];
}

describe("in chrome", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({}, "chrome");
    await world.browser.setPrivateAccess(true);
    world.page = await world.browser.open("popup/index.html");
    const config = world.lab.config({
      only: [REGULAR, WORK, PRIVATE],
      groups: [{ type: "balancer", tag: "own", outbounds: [PRIVATE] }],
      rules: [
        { container: WORK_CONTAINER, outbound: WORK },
        { domain_suffix: ["blocked.example"], outbound: "block" },
      ],
      final: REGULAR,
    });
    await saveConfig(world.page, { ...config, route: { ...config.route, private_windows: "own" } });
    await ask(world.page, "setMode", "balanced");
    await waitForView(world.page, "every member tested", allTested);
  });
  afterAll(() => world?.close());

  test("private windows, where the extension is allowed, go as the regular ones and by no group of their own", async () => {
    const exit = [world.lab.proxy(REGULAR).exit.address];
    await (await world.browser.visit(page("regular"))).close();
    await world.browser.visitPrivately(page("secret"));
    expect(await exitsOf(world, "regular")).toEqual(exit);
    expect(await exitsOf(world, "secret")).toEqual(exit);
  });

  test("B20 · what is blocked is blocked there too", async () => {
    await world.browser.visitPrivately(page("blocked"));
    await world.browser.visitPrivately(page("after"));
    await exitsOf(world, "after");
    expect(world.lab.requests({ host: /blocked\.example$/ })).toEqual([]);
    expect(world.lab.requests({ via: "direct" })).toEqual([]);
  });

  test("there are no containers: a rule that asks for one matches nothing, and the options page offers none", async () => {
    const options = await world.browser.open("popup/options/index.html");
    await options.waitForSelector("#address-found");
    expect(await options.$$eval("section[aria-labelledby=address-heading] option", (all) => all.length)).toBe(0);
    await options.close();
  });

  test("nothing of a private window is written down", async () => {
    await ask(world.page, "test", []);
    await waitForView(world.page, "the tests", (view) => view.asked === null && allTested(view));
    const kept = JSON.stringify([await readStorage(world.page, "local"), await readStorage(world.page, "session")]);
    expect(kept).not.toContain("secret.example");
  });
});

describe("in firefox", () => {
  let world: World;
  let inside: BrowserScope;
  beforeAll(async () => {
    world = await createWorld({}, "firefox");
    inside = await createBrowserScope(world.browser.browser);
    const config = world.lab.config({
      only: [REGULAR, WORK, PRIVATE],
      // Groups that take turns: it is remembered who served which site.
      groups: [
        { type: "balancer", tag: "at work", outbounds: [WORK] },
        { type: "balancer", tag: "own", outbounds: [PRIVATE] },
      ],
      rules: [{ container: WORK_CONTAINER, outbound: "at work" }],
      final: REGULAR,
    });
    await saveConfig(world.page, { ...config, route: { ...config.route, private_windows: "own" } });
    await ask(world.page, "setMode", "balanced");
    await waitForView(world.page, "every member tested", allTested);
  });
  afterAll(() => world?.close());

  const inContainer = (url: string) =>
    inside(`Services.wm.getMostRecentWindow("navigator:browser").gBrowser.addTab(${JSON.stringify(url)},
      { userContextId: 2, triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() }), "opened"`);
  test("B8 · what Firefox asks for itself, or a site that it protects, is not followed: no event tells its end", async () => {
    await inside(`fetch("http://itself.example/page").then(({ status }) => String(status))`);
    await (await world.browser.visit("https://addons.mozilla.org/page?n=0")).close();
    expect(world.lab.requests({ host: "itself.example" })).toHaveLength(1);
    expect(world.lab.requests({ host: "addons.mozilla.org" })).not.toEqual([]);
    const followed = async (): Promise<readonly string[]> => {
      const { "run router": router } = await readStorage(world.page, "session");
      return JSON.parse(String(router)).open.open.map(({ origin }: { readonly origin: string }) => origin);
    };
    // The positive control: a page's request that is not answered. A private window's would not be written down.
    const waiting = await world.browser.visit("https://waits.example/page?n=0");
    await waiting.evaluate(() => void fetch("/hang").catch(() => {}));
    await until("the record", async () => {
      await ask(world.page, "test", []);
      return (await followed()).includes("https://waits.example:443");
    });
    expect((await followed()).filter((origin) => /itself|mozilla/.test(origin))).toEqual([]);
    await waiting.close();
  });

  test("a container's tab and a private window each go a way of their own", async () => {
    await (await world.browser.visit(page("regular"))).close();
    await inContainer(page("work"));
    await world.browser.visitPrivately(page("secret"));
    const exit = (name: string) => [world.lab.proxy(name).exit.address];
    expect(await exitsOf(world, "regular")).toEqual(exit(REGULAR));
    expect(await exitsOf(world, "work")).toEqual(exit(WORK));
    expect(await exitsOf(world, "secret")).toEqual(exit(PRIVATE));
  });

  test("the popup and the address box say so, each of its own container", async () => {
    const tab = (name: string, container: string) =>
      ask(world.page, "tab", { url: `https://${name}.example/page`, tabId: 0, container });
    expect(await tab("regular", regularContainer("firefox"))).toMatchObject({
      outbound: REGULAR,
      rule: null,
      seen: true,
    });
    expect(await tab("work", WORK_CONTAINER)).toMatchObject({ outbound: WORK, rule: 0, seen: true });
    expect(await tab("work", regularContainer("firefox"))).toMatchObject({
      outbound: REGULAR,
      rule: null,
      seen: false,
    });
    expect(await tab("secret", "firefox-private")).toMatchObject({ outbound: PRIVATE, rule: "private", seen: false });
    const explained = await ask(world.page, "explain", { address: "any.example", container: "firefox-private" });
    expect(explained).toMatchObject({ outbound: PRIVATE, rule: "private", went: null });
  });

  test("the options page offers the containers that are open", async () => {
    const options = await world.browser.open("popup/options/index.html");
    await options.waitForSelector("#address-found");
    const offered = () =>
      options.$$eval("section[aria-labelledby=address-heading] option", (all) => all.map((o) => o.value));
    await until("the containers", async () => (await offered()).length > 0);
    expect(await offered()).toEqual(["firefox-default", "firefox-private", WORK_CONTAINER]);
    await options.close();
  });

  test("nothing of a private window is written down", async () => {
    const kept = async () =>
      JSON.stringify([await readStorage(world.page, "local"), await readStorage(world.page, "session")]);
    // A step has the run's record written. The positive control: what a container's tab asked for is in it.
    await ask(world.page, "test", []);
    await until("the record", async () => (await kept()).includes("work.example"));
    expect(await kept()).not.toContain("secret.example");
  });
});
