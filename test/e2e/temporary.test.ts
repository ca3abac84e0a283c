import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { regularContainer } from "./support/extension-browser.ts";
import { ask, readView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { createWorld, type World } from "./support/world.ts";

const SITE = "https://www.short.example/via";

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(
      {
        proxies: [
          { name: "usual", kind: "http", exit: 1 },
          { name: "other", kind: "http", exit: 2 },
        ],
      },
      kind,
    );
    await world.on({ only: ["usual", "other"], final: "usual" });
  });
  afterAll(() => world?.close());

  const USUAL = "127.0.1.1";
  const OTHER = "127.0.1.2";

  /** How a page of the site goes now; empty: nothing reached it. */
  async function way(url = SITE): Promise<readonly string[]> {
    const { hostname: host, pathname: path } = new URL(url);
    const before = world.lab.requests({ host, path }).length;
    await (await world.browser.visit(url)).close();
    const seen = world.lab.requests({ host, path }).slice(before);
    return [...new Set(seen.map(({ via }) => via))];
  }

  const set = (outbound: string) => ask(world.page, "addTemporary", { host: "www.short.example", outbound });
  const tab = () => ask(world.page, "tab", { url: SITE, tabId: 0, container: regularContainer(kind) });

  test("a site goes another way from the moment a person says so, and the popup says by what", async () => {
    expect(await way()).toEqual([USUAL]);
    expect(await tab()).toMatchObject({ rule: null, site: { host: "short.example", below: true } });
    await set("other");
    expect(await way()).toEqual([OTHER]);
    expect(await way("https://short.example/via")).toEqual([OTHER]);
    expect(await way("https://tall.example/via")).toEqual([USUAL]);
    expect(await tab()).toMatchObject({ outbound: "other", rule: "temporary" });
    expect((await readView(world.page)).temporary).toEqual([
      { host: "short.example", below: true, outbound: "other", missing: false },
    ]);
  });

  test("it holds while the background is stopped, and when it is woken", async () => {
    await world.browser.stopBackground();
    expect(await way()).toEqual([OTHER]);
    await readView(world.page);
    expect(await way()).toEqual([OTHER]);
  });

  if (kind === "chrome")
    test("B20 · a fresh PAC context goes neither by it nor around it until it is confirmed, which is at once", async () => {
      await set("block");
      expect(await way()).toEqual([]);
      await set("direct");
      expect(await way()).toEqual(["direct"]);
      await set("other");
      // Another program over the same text would be a fresh context: as after a change of the network.
      await world.page.evaluate(async () => {
        const { value } = await chrome.proxy.settings.get({});
        const data = String(value.pacScript?.data).replace(/"trustedUntil":\d+/, '"trustedUntil":1');
        await chrome.proxy.settings.set({ value: { mode: "pac_script", pacScript: { data, mandatory: true } } });
      });
      await until("the way it had", async () => (await way()).includes(OTHER));
      expect(world.lab.requests({ host: "www.short.example", path: "/via", via: USUAL }).length).toBe(1);
    });

  test("removed, the site goes as usual again", async () => {
    await ask(world.page, "removeTemporary", "short.example");
    expect(await way()).toEqual([USUAL]);
  });

  test("it is gone when the browser is started again", async () => {
    await set("other");
    expect(await way()).toEqual([OTHER]);
    world.browser = await world.browser.restart();
    world.page = await world.browser.open("popup/index.html");
    expect((await readView(world.page)).temporary).toEqual([]);
    expect(await way()).toEqual([USUAL]);
  });
});
