import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Behaviour } from "../lab/proxy/behaviour.ts";
import type { LabProxy } from "../lab/proxy/proxy.ts";
import { allowForgetting } from "./support/allow-forgetting.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

const account = { username: "me: @/% é", password: "пароль" };

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(
      {
        proxies: [
          { name: "http-login", kind: "http", exit: 1, account: { username: "lab @/% é", password: account.password } },
          { name: "tls-login", kind: "https", exit: 2, account: { username: "lab", password: ":p" } },
          { name: "open", kind: "http", exit: 3 },
          { name: "tls-open", kind: "https", exit: 4 },
          { name: "socks", kind: "socks5", exit: 5 },
          { name: "socks-login", kind: "socks5", exit: 6, account: { username: "lab", password: "p" } },
        ],
      },
      kind,
    );
    await world.on({ monitoring: { url_test_timeout: "2s", on_demand_timeouts: ["2s", "2500ms"] } });
  });
  afterAll(() => world?.close());

  const shown = async (name: string) => {
    const asked = Date.now();
    await ask(world.page, "test", [name]);
    const view = await waitForView(
      world.page,
      `the test of ${name}`,
      (v) => allTested(v) && (memberIn(v, name).testedAt ?? 0) >= asked,
    );
    return memberIn(view, name).shown;
  };

  test("an account is told to its own proxy only, on HTTP and HTTPS proxies, with any letters", async () => {
    expect(await shown("http-login")).toMatchObject({ kind: "delay" });
    expect(await shown("tls-login")).toMatchObject({ kind: "delay" });
  });

  test("an account of a SOCKS proxy works in Firefox; Chrome has none, and the test says so", async () => {
    const expected =
      kind === "firefox" ? { kind: "delay" } : { kind: "failed", error: { code: "account_unsupported" } };
    expect(await shown("socks-login")).toMatchObject(expected);
  });

  test("the first request after the worker was stopped is answered too, without a prompt", async () => {
    world.browser = await world.browser.restart();
    world.page = await world.browser.open("popup/index.html");
    await ask(world.page, "pick", { group: "select", member: "http-login" });
    await world.browser.stopBackground();
    const tab = await world.browser.visit("https://asleep.example/via");
    expect(await tab.evaluate(() => document.body.textContent)).toContain("127.0.1.1");
    await tab.close();
  });

  test("M21 · a wrong account says so after one answer, and a missing one says that a login is wanted", async () => {
    const config = world.lab.config({ monitoring: { url_test_timeout: "2s", on_demand_timeouts: ["2s", "2500ms"] } });
    const outbounds = config.outbounds.map((outbound) => {
      if (outbound.tag === "tls-login") return { ...outbound, password: "wrong" };
      const { username: _, password: __, ...bare } = outbound;
      return outbound.tag === "http-login" ? bare : outbound;
    });
    await allowForgetting(world);
    await saveConfig(world.page, { ...config, outbounds });
    world.lab.proxy("tls-login").clear();
    expect(await shown("tls-login")).toEqual({ kind: "failed", error: { code: "login_wrong" } });
    expect(world.lab.proxy("tls-login").events.length).toBeLessThanOrEqual(8);
    expect(await shown("http-login")).toEqual({ kind: "failed", error: { code: "login_required" } });
  });

  /** Open tunnels end too: one that stands shows nothing of what a new connection would meet. */
  const set = (fault: Behaviour["fault"]) => async (proxy: LabProxy) => {
    proxy.set({ fault });
    proxy.cut();
  };
  const stop = (proxy: LabProxy) => proxy.stop();

  test.each<[string, string, (proxy: LabProxy) => Promise<void>, object]>([
    ["refuses", "open", stop, { code: "refused" }],
    ["hangs at once", "open", set({ kind: "hang", at: "accept" }), { code: "timeout" }],
    ["hangs at CONNECT", "open", set({ kind: "hang", at: "connect" }), { code: "timeout" }],
    ["hangs in the tunnel", "open", set({ kind: "hang", at: "tunnel" }), { code: "timeout" }],
    // Firefox has one name for a reset and a close.
    ["resets", "open", set({ kind: "reset", at: "connect" }), { code: "reset" }],
    ["closes", "open", set({ kind: "drop", at: "connect" }), { code: kind === "firefox" ? "reset" : "closed" }],
    ["refuses the tunnel", "open", set({ kind: "status", status: 503 }), { code: "tunnel_refused", status: 503 }],
    ["wants a login nobody has", "open", set({ kind: "challenge", scheme: "Strange" }), { code: "login_unsupported" }],
    ["refuses by SOCKS", "socks", set({ kind: "status", status: 403 }), { code: "socks_refused" }],
  ])("M21 · a proxy that %s fails with its reason (%s)", async (_, name, how, error) => {
    const proxy = world.lab.proxy(name);
    await how(proxy);
    expect(await shown(name)).toMatchObject({ kind: "failed", error });
    await proxy.restore();
    expect(await shown(name)).toMatchObject({ kind: "delay" });
  });
});
