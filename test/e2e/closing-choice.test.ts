import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, waitForView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { createWorld, memberIn, type World } from "./support/world.ts";

/** The extension as it is installed: without the permissions that are optional. */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    const proxies = [
      { name: "a", kind: "http", exit: 1, delayMs: 10 },
      { name: "b", kind: "http", exit: 2, delayMs: 700 },
    ] as const;
    world = await createWorld({ proxies }, kind);
    const config = world.lab.config({
      groups: [{ type: "balancer", tag: "main", outbounds: ["a", "b"], interrupt_exist_connections: true }],
      rules: [{ domain_suffix: ["other.example"], outbound: "b" }],
      final: "main",
      monitoring: { interval: "1h", url_test_timeout: "2s", on_demand_timeouts: ["2s"] },
    });
    const connections = { tabs: "stop", downloads: true };
    const text = JSON.stringify({ ...config, experimental: { ...config.experimental, connections } });
    await ask(world.page, "saveConfig", { text, basedOn: 0 });
    await ask(world.page, "setMode", "balanced");
    await waitForView(world.page, "both tested", (v) =>
      v.members.every(({ shown, testing }) => shown.kind === "delay" && !testing),
    );
  });
  afterAll(() => world?.close());

  test("B11 · without permission a tab is not stopped, and a page that hangs is loaded through another member all the same", async () => {
    const { lab, browser, page } = world;
    const waiting = await browser.visit("https://waiting.other.example/page");
    await waiting.evaluate(() => {
      const mark = { ended: false };
      Object.assign(globalThis, { mark });
      fetch("https://part.example/hang").catch(() => Object.assign(mark, { ended: true }));
    });
    await until("the request", () => lab.requests({ host: "part.example" }).length > 0);
    lab.proxy("a").set({ fault: { kind: "hang", at: "tunnel" } });
    const tab = await browser.visit("https://start.other.example/page");
    await tab.evaluate(() => location.assign("https://hung.example/page"));
    await until("a asked", () => lab.proxy("a").events.some(({ host }) => host === "hung.example"));
    await ask(page, "test", ["a"]);
    await waitForView(page, "a's death", (v) => memberIn(v, "a").shown.kind === "failed");
    await until("the page", () => lab.requests({ host: "hung.example", via: lab.exit(2).address }).length > 0);
    const mark = await waiting.evaluate(() => (globalThis as unknown as { mark: { ended: boolean } }).mark.ended);
    expect(mark).toBe(false);
  });

  if (kind === "firefox")
    test("B11 · the options page asks for the permission by a click, and keeps the choice in the configuration", async () => {
      const options = await world.browser.open("popup/options/index.html");
      await options.waitForSelector("input[name=tabs]");
      const choose = async (place: number) => {
        await options.evaluate(() =>
          document.querySelector("input[name=tabs]")?.closest("details")?.setAttribute("open", ""),
        );
        await (await options.$$("input[name=tabs]"))[place]?.click();
      };
      const tabs = async () => JSON.parse((await ask(world.page, "readConfig")).text).experimental.connections.tabs;
      await choose(0);
      await until("the choice to leave them", async () => (await tabs()) === "leave");
      await choose(1);
      await until("the choice to stop them", async () => (await tabs()) === "stop");
      const granted = await options.evaluate(() =>
        (globalThis as unknown as { browser: typeof chrome }).browser.permissions.contains({
          permissions: ["scripting"],
        }),
      );
      expect(granted).toBe(true);
    });
});
