import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab } from "../lab/lab.ts";
import { extensionFolder } from "./support/build.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { launchFirefox } from "./support/firefox.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

const GATEWAY = {
  name: "gateway",
  kind: "http",
  exit: 1,
  account: { username: "one", password: "p" },
  moreAccounts: [{ username: "two", password: "p" }],
} as const;

/** Members of one gateway, each with an account of its own; `nobody` has none. */
function gatewayConfig(server: string, port: number, names: readonly string[]): object {
  const proxies = names.map((name) => ({
    type: "http",
    tag: name,
    server,
    server_port: port,
    ...(name === "nobody" ? {} : { username: name, password: "p" }),
  }));
  return {
    outbounds: [...proxies, { type: "selector", tag: "select", outbounds: names, default: names[0] }],
    route: { rules: [], final: "select" },
    experimental: { monitoring: { url_test_timeout: "2s", on_demand_timeouts: ["2s", "2500ms"] } },
  };
}

type Tried = Pick<World, "lab" | "page" | "browser">;

async function use({ page }: Tried, config: object): Promise<Awaited<ReturnType<typeof waitForView>>> {
  await saveConfig(page, config);
  await ask(page, "setMode", "balanced");
  await ask(page, "test", []);
  return waitForView(page, "every member tested", allTested);
}

/** The user names under which the gateway let pages in while this member was picked. */
async function usersOf({ lab, page, browser }: Tried, member: string): Promise<readonly unknown[]> {
  await ask(page, "pick", { group: "select", member });
  lab.clear();
  await (await browser.visit(`https://${member}.example/page?n=5`)).close();
  await (await browser.visit(`http://${member}.example/page?n=5`)).close();
  const { events } = lab.proxy(GATEWAY.name);
  return [...new Set(events.filter(({ host, letIn }) => letIn && host === `${member}.example`).map((e) => e.username))];
}

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  let configOf: (names: readonly string[]) => object;
  beforeAll(async () => {
    world = await createWorld({ proxies: [GATEWAY] }, kind);
    const { address, port } = world.lab.proxy(GATEWAY.name);
    // Chromium takes every name for a site of the lab.
    configOf = (names) => gatewayConfig(kind === "chrome" ? address : "gw.example", port, names);
  });
  afterAll(() => world?.close());

  const several = kind === "firefox";
  const shown = several ? { kind: "delay" } : { kind: "failed", error: { code: "account_shared" } };

  test("several accounts on one gateway: each its own, or refused with the reason; never sent as another", async () => {
    const view = await use(world, configOf(["one", "two", "nobody"]));
    expect(memberIn(view, "one").shown).toMatchObject({ kind: "delay" });
    expect(memberIn(view, "two").shown).toMatchObject(shown);
    const code = several ? "login_required" : "account_shared";
    expect(memberIn(view, "nobody").shown).toMatchObject({ kind: "failed", error: { code } });
    for (const member of ["one", "two", "one", "nobody", "two"]) {
      const allowed = member === "nobody" || (member === "two" && !several) ? [] : [member];
      expect(await usersOf(world, member), member).toEqual(allowed);
    }
    expect(world.lab.requests({ via: "direct" })).toEqual([]);
  });

  test("after a stop of the background, each account is still sent as itself", async () => {
    await world.browser.stopBackground();
    expect(await usersOf(world, "two")).toEqual(several ? ["two"] : []);
    expect(await usersOf(world, "one")).toEqual(["one"]);
  });

  // Chrome keeps an account that worked until it ends.
  if (!several) return;
  test("after an edit that was kept when the background was stopped, and not yet applied, each is still sent as itself", async () => {
    const text = JSON.stringify(configOf(["two", "one"]));
    await world.page.evaluate(async (edited) => {
      const { config } = (await chrome.storage.local.get("config")) as { config: { revision: number } };
      const next = { text: edited, revision: config.revision + 1, savedAt: Date.now() };
      await chrome.storage.local.set({ config: next });
    }, text);
    await world.browser.stopBackground();
    await waitForView(world.page, "every member tested", allTested);
    expect(await usersOf(world, "two")).toEqual(["two"]);
    expect(await usersOf(world, "one")).toEqual(["one"]);
  });

  test("after edits that leave out or put first another account, each is still sent as itself", async () => {
    await use(world, configOf(["two", "one"]));
    expect(await usersOf(world, "two")).toEqual(["two"]);
    expect(await usersOf(world, "one")).toEqual(["one"]);
    await use(world, configOf(["two"]));
    expect(await usersOf(world, "two")).toEqual(["two"]);
  });
});

test("in firefox · after the extension was switched off and on, each account at one address is still sent as itself", async () => {
  const lab = await createLab({ proxies: [GATEWAY] });
  const browser = await launchFirefox(lab, { extension: extensionFolder("firefox"), privateWindows: true });
  try {
    const before = { lab, browser, page: await browser.open("popup/index.html") };
    const { port } = lab.proxy("gateway");
    await use(before, gatewayConfig("gw.example", port, ["one", "two"]));
    for (const member of ["one", "two"]) expect(await usersOf(before, member)).toEqual([member]);
    await use(before, gatewayConfig("gw.example", port, ["two"]));
    await browser.switchOffAndOn();
    const after = { lab, browser, page: await browser.open("popup/index.html") };
    await waitForView(after.page, "every member tested", allTested);
    expect(await usersOf(after, "two")).toEqual(["two"]);
  } finally {
    await browser.close();
    await lab.close();
  }
});

test("in firefox · several accounts at one IPv4 address, which the browser's own resolver reads in every spelling", async () => {
  const lab = await createLab({ proxies: [GATEWAY] });
  // Addresses are looked up as they would be outside of the lab; names are the proxy's affair.
  const prefs = { "network.dns.forceResolve": "" };
  const browser = await launchFirefox(lab, { extension: extensionFolder("firefox"), privateWindows: true, prefs });
  try {
    const tried = { lab, browser, page: await browser.open("popup/index.html") };
    const { address, port } = lab.proxy("gateway");
    const view = await use(tried, gatewayConfig(address, port, ["one", "two"]));
    for (const member of ["one", "two"]) expect(memberIn(view, member).shown).toMatchObject({ kind: "delay" });
    for (const member of ["one", "two", "one"]) expect(await usersOf(tried, member)).toEqual([member]);
  } finally {
    await browser.close();
    await lab.close();
  }
});
