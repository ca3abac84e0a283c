import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChromiumBrowser } from "./support/chromium.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { allTested, createWorld, type World } from "./support/world.ts";

const account = (username: string) => ({ username, password: "p" });

/**
 * Chrome keeps a proxy's account for as long as it is taken, and until Chrome ends. These proxies take the former account
 * and the new one, so that only what they were told shows which one is in force. Firefox's part is in `gateway`.
 */
describe("in chrome", () => {
  let world: World;
  beforeAll(async () => {
    const accounts = { account: account("one"), moreAccounts: [account("two"), account("three")] };
    world = await createWorld({
      proxies: [
        { name: "http", kind: "http", exit: 1, ...accounts },
        { name: "https", kind: "https", exit: 2, ...accounts },
      ],
    });
    await world.on(QUIET);
  });
  afterAll(() => world?.close());

  const QUIET = { monitoring: { interval: "1h", url_test_timeout: "2s", on_demand_timeouts: ["2s", "2500ms"] } };
  const NAMES = ["http", "https"];

  /** The lab's configuration in which all proxies have this account; null: none. */
  function withAccount(username: string | null): object {
    const config = world.lab.config(QUIET);
    const outbounds = config.outbounds.map((outbound) => {
      if (!NAMES.includes(String(outbound.tag))) return outbound;
      const { username: _, password: __, ...bare } = outbound;
      return username === null ? bare : { ...bare, ...account(username) };
    });
    return { ...config, outbounds };
  }

  async function shown(kind: string): Promise<readonly object[]> {
    const tested = await waitForView(
      world.page,
      `tests that say ${kind}`,
      (view) => allTested(view) && view.members.every((one) => JSON.stringify(one.shown).includes(`"${kind}"`)),
    );
    return tested.members.map((one) => one.shown);
  }

  /** The accounts under which each proxy let pages in, of a host that is new and of one that was asked for before. */
  async function usersOf(host: string): Promise<readonly (readonly unknown[])[]> {
    const users: (readonly unknown[])[] = [];
    for (const name of NAMES) {
      await ask(world.page, "pick", { group: "select", member: name });
      world.lab.clear();
      for (const one of [`${host}.example`, "again.example"])
        for (const scheme of ["https", "http"])
          await (await world.browser.visit(`${scheme}://${one}/page?n=3`)).close();
      const seen = world.lab.proxy(name).events.filter(({ host }) => host.endsWith(".example"));
      users.push([...new Set(seen.filter(({ letIn }) => letIn).map(({ username }) => username))]);
      // Not by a connection that stood, either: each of the four had to be let in.
      if (users.at(-1)?.length) expect(seen.filter(({ letIn }) => letIn).length).toBeGreaterThanOrEqual(4);
      else expect(world.lab.requests({ host: /\.example$/ })).toEqual([]);
    }
    return users;
  }

  async function saveByClick(config: object): Promise<Page> {
    const page = await world.browser.open("popup/options/index.html");
    await page.waitForSelector("section[aria-labelledby=config-heading] textarea");
    await page.evaluate((text) => {
      const editor = [...document.querySelectorAll("textarea")].find(({ value }) => value.includes("outbounds"));
      if (!editor) throw new Error("no editor");
      editor.value = text;
      editor.dispatchEvent(new Event("input", { bubbles: true }));
    }, JSON.stringify(config));
    await page.click("section[aria-labelledby=config-heading] button.primary");
    return page;
  }

  test("before any change each proxy is told its account", async () => {
    expect(await usersOf("first")).toEqual([["one"], ["one"]]);
  });

  test("without the permission to make Chrome forget, a proxy with a changed account is held back, and says so", async () => {
    await saveConfig(world.page, withAccount("two"));
    expect(await shown("account_kept")).toHaveLength(2);
    expect(await usersOf("held")).toEqual([[], []]);
    await world.browser.stopBackground();
    expect(await usersOf("still-held")).toEqual([[], []]);
    expect(world.lab.requests({ via: "direct" })).toEqual([]);
  });

  test("the account that Chrome knows is used again as soon as it is entered again", async () => {
    await saveConfig(world.page, withAccount("one"));
    await shown("delay");
    expect(await usersOf("back")).toEqual([["one"], ["one"]]);
  });

  test("saved by a click, a changed account is in force at once, on connections of its own", async () => {
    const page = await saveByClick(withAccount("two"));
    await shown("delay");
    expect(await usersOf("changed")).toEqual([["two"], ["two"]]);
    await page.close();
  });

  test("so it is after the worker was stopped, and with an edit that was kept and not yet applied", async () => {
    await world.browser.stopBackground();
    expect(await usersOf("woken")).toEqual([["two"], ["two"]]);
    const text = JSON.stringify(withAccount("three"));
    await world.page.evaluate(async (edited) => {
      const { config } = (await chrome.storage.local.get("config")) as { config: { revision: number } };
      await chrome.storage.local.set({ config: { text: edited, revision: config.revision + 1, savedAt: Date.now() } });
    }, text);
    await world.browser.stopBackground();
    await shown("delay");
    expect(await usersOf("unapplied")).toEqual([["three"], ["three"]]);
  });

  test("a wrong account says so, and is never served by the former one, which the proxy still takes", async () => {
    await saveConfig(world.page, withAccount("nobody"));
    expect(await shown("login_wrong")).toHaveLength(2);
    expect(await usersOf("wrong")).toEqual([[], []]);
  });

  test("a wrong account that is put right needs nothing to be forgotten; one that is taken away is not sent any more", async () => {
    await saveConfig(world.page, withAccount("one"));
    await shown("delay");
    expect(await usersOf("right")).toEqual([["one"], ["one"]]);
    await saveConfig(world.page, withAccount(null));
    expect(await shown("login_required")).toHaveLength(2);
    expect(await usersOf("none")).toEqual([[], []]);
  });

  test("after the extension began anew, the former account is not sent", async () => {
    await saveConfig(world.page, withAccount("one"));
    await shown("delay");
    expect(await usersOf("before")).toEqual([["one"], ["one"]]);
    await world.page.evaluate(() => chrome.runtime.reload()).catch(() => {});
    world.page = await until("the extension", () => world.browser.open("popup/index.html"));
    await saveConfig(world.page, withAccount("two"));
    await shown("delay");
    expect(await usersOf("anew")).toEqual([["two"], ["two"]]);
  });

  test("no account is written down anywhere but in the configuration", async () => {
    const kept = await world.page.evaluate(async () => {
      const { config, versions, ...rest } = await chrome.storage.local.get(null);
      return JSON.stringify([rest, await chrome.storage.session.get(null)]);
    });
    expect(kept).toContain("toldAccounts");
    for (const name of ["one", "two", "three"]) expect(kept).not.toContain(`"${name}"`);
  });

  test("a start of Chrome ends what it knew: a change that was held back is in force", async () => {
    await world.page.evaluate(() => chrome.permissions.remove({ permissions: ["browsingData"] }));
    await saveConfig(world.page, withAccount("three"));
    await shown("account_kept");
    world.browser = await world.browser.restart();
    world.page = await world.browser.open("popup/index.html");
    await shown("account_kept");
    // An extension that the command line names is installed anew at each start, and told of that instead.
    const worker = await (world.browser as ChromiumBrowser).worker();
    await worker.evaluate(() => (chrome.runtime.onStartup as unknown as { dispatch(): void }).dispatch());
    await shown("delay");
    expect(await usersOf("restarted")).toEqual([["three"], ["three"]]);
  });
});
