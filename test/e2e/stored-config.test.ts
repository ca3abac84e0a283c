import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { regularContainer } from "./support/extension-browser.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { openPopup } from "./support/popup.ts";
import { readStorage, writeStorage } from "./support/storage.ts";
import { until } from "./support/until.ts";
import { allTested, createWorld, type World } from "./support/world.ts";

/** What an earlier version took: a chain that no browser makes, a group that was not narrowed, and rules to them. */
const RULES = [
  { domain_suffix: "far.example", outbound: "far" },
  { domain_suffix: "narrow.example", outbound: "narrow" },
  { domain_suffix: "odd.example", port: 443, exit_country: "DE", outbound: "de-1" },
  { domain_suffix: "mixed.example", outbound: "mixed" },
];

/** Stored by a version that took all of it, and found by this one as the browser starts. */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  let stored = "";
  beforeAll(async () => {
    world = await createWorld({}, kind);
    await world.on();
  });
  afterAll(() => world?.close());

  const visit = async (host: string): Promise<readonly string[]> => {
    await (await world.browser.visit(`https://${host}/page`)).close();
    return [...new Set(world.lab.requests({ host }).map(({ via }) => via))];
  };
  const exitOf = (name: string): string => world.lab.proxy(name).exit.address;

  test("B20 · the positive control: off, a request goes directly and the lab sees it", async () => {
    await ask(world.page, "setMode", "system");
    expect(await visit("control.example")).toEqual(["direct"]);
    await ask(world.page, "setMode", "balanced");
  });

  test("B20 · a stored configuration with outbounds that are refused now is in force but for those", async () => {
    const config = world.lab.config({
      rules: RULES,
      groups: [
        { type: "http", tag: "far", server: "second.example", server_port: 8080, detour: "de-1" },
        { type: "balancer", tag: "narrow", outbounds: ["de-1", "us-1"], exit_country: "DE" },
        { type: "balancer", tag: "mixed", outbounds: ["far", "us-1"] },
      ],
    });
    stored = `// mine\n${JSON.stringify(config, null, 2)}\n`;
    await writeStorage(world.page, { config: { text: stored, revision: 50, savedAt: Date.now() } });
    world.browser = await world.browser.restart();
    world.page = await world.browser.open("popup/index.html");
    world.lab.clear();
    const view = await waitForView(world.page, "every member tested", allTested);
    expect(view.control).toEqual({ kind: "ours" });
    expect(view.plain).toMatchObject({ far: "refused", narrow: "refused" });
    expect(view.troubles.first.map(({ effect, problem }) => [effect, problem.path.replace(/.*\./, "")])).toEqual([
      [{ kind: "outbound", tag: "narrow" }, "exit_country"],
      [{ kind: "outbound", tag: "far" }, "detour"],
      [{ kind: "rule", rule: 2 }, "exit_country"],
    ]);
  });

  test("B20 · what is refused is blocked, and all else is served", async () => {
    for (const host of ["www.far.example", "www.narrow.example", "www.odd.example"])
      expect(await visit(host)).toEqual([]);
    expect(await visit("www.mixed.example")).toEqual([exitOf("us-1")]);
    const exits = world.lab.proxies.map(({ exit }) => exit.address);
    const [via] = await visit("other.example");
    expect(exits).toContain(via);
    expect(world.lab.requests({ via: "direct" })).toEqual([]);
    const asked = { address: "www.far.example", container: regularContainer(kind) };
    expect(await ask(world.page, "explain", asked)).toMatchObject({ rule: 0, outbound: "block", blocked: "refused" });
  });

  test("B20 · popup and options page say which and why, and the text is as it was", async () => {
    for (const place of ["popup", "options"]) {
      const page =
        place === "popup" ? await openPopup(world.browser) : await world.browser.open("popup/options/index.html");
      const banners = await until("the banner", async () => {
        const text = await page.$eval(".banners", (element) => element.textContent ?? "");
        return text.includes("Part of your configuration") ? text : "";
      });
      for (const tag of ["far", "narrow"]) expect(banners).toContain(`\u2068${tag}\u2069 is blocked.`);
      expect(banners).toContain("no browser can chain proxies");
      expect(banners).toContain("Rule 3 blocks whatever it may match.");
      await page.close();
    }
    expect(await readStorage(world.page, "local")).toMatchObject({ config: { text: stored, revision: 50 } });
  });

  test("B20 · a background that was stopped has the same in force when it wakes", async () => {
    const before = await readView(world.page);
    expect(before.troubles.count).toBe(3);
    await world.browser.stopBackground();
    expect(await visit("www.far.example")).toEqual([]);
    expect((await readView(world.page)).troubles).toEqual(before.troubles);
  });

  test("the next save must be right as a whole; then nothing is left to tell", async () => {
    const refused = await ask(world.page, "saveConfig", { text: stored, basedOn: 50 });
    expect(refused.kind).toBe("refused");
    await saveConfig(world.page, world.lab.config());
    const view = await waitForView(world.page, "every member tested", allTested);
    expect(view.troubles).toEqual({ first: [], count: 0 });
    const [via] = await visit("www.far.example");
    expect(world.lab.proxies.map(({ exit }) => exit.address)).toContain(via);
  });
});
