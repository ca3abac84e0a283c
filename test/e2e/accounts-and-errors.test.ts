import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab } from "../lab/lab.ts";
import type { Account, Behaviour, ProxyKind } from "../lab/proxy/behaviour.ts";
import type { LabProxy } from "../lab/proxy/proxy.ts";
import { allowForgetting } from "./support/allow-forgetting.ts";
import { extensionFolder } from "./support/build.ts";
import { launchChromium } from "./support/chromium.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import type { FirefoxBrowser } from "./support/firefox.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

/** Each is told to a proxy of every kind that it can be told to. The lab lets in who tells it byte by byte, in UTF-8. */
const ACCOUNTS: Readonly<Record<string, Account>> = {
  colons: { username: "me", password: ":p:w:" },
  signs: { username: "me@home/%41?#", password: "p@ss/w%3Aord&=+" },
  spaces: { username: " m e ", password: "  " },
  quotes: { username: "\"\\'<u>", password: "`$(p)\\n{}" },
  letters: { username: "مینا é", password: "пароль 🔑 密码" },
  long: { username: "u".repeat(500), password: "é".repeat(500) },
  nameless: { username: "", password: "p" },
  open: { username: "u", password: "" },
};
const KINDS = ["http", "https", "socks5"] as const;

/** SOCKS5 has 255 bytes for each, and at least one. */
const fits = (kind: ProxyKind, name: string): boolean =>
  kind !== "socks5" || !["long", "nameless", "open"].includes(name);
const TOLD = KINDS.flatMap((kind) =>
  Object.entries(ACCOUNTS).flatMap(([name, account]) =>
    fits(kind, name) ? [{ kind, name: `${kind} ${name}`, account }] : [],
  ),
);

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(
      {
        proxies: [
          { name: "http-login", kind: "http", exit: 1, account: { username: "lab", password: "pass" } },
          { name: "tls-login", kind: "https", exit: 2, account: { username: "lab", password: ":p" } },
          { name: "open", kind: "http", exit: 3 },
          { name: "tls-open", kind: "https", exit: 4 },
          { name: "socks", kind: "socks5", exit: 5 },
          { name: "socks-login", kind: "socks5", exit: 6, account: { username: "lab", password: "p" } },
          ...TOLD.map((told) => ({ ...told, exit: 7 })),
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

  test("an account is told to HTTP and HTTPS proxies", async () => {
    expect(await shown("http-login")).toMatchObject({ kind: "delay" });
    expect(await shown("tls-login")).toMatchObject({ kind: "delay" });
  });

  const possible = TOLD.filter((told) => kind === "firefox" || told.kind !== "socks5");
  test.each(possible.map(({ name }) => name))("an account is told byte by byte: %s", async (name) => {
    const first = memberIn(await readView(world.page), name).shown;
    // The limit is short, and the first cycle tests two dozen at once: one that had no time is tested alone.
    const late = first.kind === "failed" && first.error.code === "timeout";
    expect(late ? await shown(name) : first).toMatchObject({ kind: "delay" });
  });

  test("no site ever gets an account, also when it asks for a login itself", async () => {
    await ask(world.page, "pick", { group: "select", member: "http-login" });
    // Nobody can answer Firefox when it asks the person.
    if (kind === "firefox")
      await (world.browser as FirefoxBrowser).setNumber("network.auth.subresource-http-auth-allow", 0);
    const tab = await world.browser.visit("https://asking.example/page?n=2");
    const status = await tab.evaluate(async () => {
      const answer = await fetch("/login", { signal: AbortSignal.timeout(1_500) }).catch(() => null);
      return answer?.status ?? null;
    });
    await tab.close();
    // Null: Chrome asks the person.
    expect([401, null]).toContain(status);
    expect(world.lab.requests({ host: "asking.example", path: "/login" })).toHaveLength(1);
    const headers = world.lab.requests().flatMap((request) => Object.keys(request.headers));
    expect(headers.filter((name) => /authorization/i.test(name))).toEqual([]);
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
    // One answer a request of the user, too: of the page, and of its icon, which Chrome asks for when it shows the proxy's words.
    await ask(world.page, "pick", { group: "select", member: "tls-login" });
    await (await world.browser.visit("http://wrong.example/via")).close();
    const { events } = world.lab.proxy("tls-login");
    const answers = events.filter(({ host, username }) => host === "wrong.example" && username !== null);
    expect(answers.length).toBeGreaterThanOrEqual(1);
    expect(answers.length).toBeLessThanOrEqual(2);
    expect(world.lab.requests({ host: "wrong.example" })).toEqual([]);
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

// Firefox would ask the person, in a window that nobody can answer.
test("in chrome · a proxy of the browser's own settings, at the same host, is told nothing while the extension is off", async () => {
  const login = { kind: "http", address: 1, account: { username: "lab", password: "p" } } as const;
  const lab = await createLab({
    proxies: [
      { ...login, name: "ours", exit: 1 },
      { ...login, name: "own", exit: 2 },
    ],
  });
  const own = lab.proxy("own");
  const args = [`--proxy-server=http://${own.address}:${own.port}`];
  const browser = await launchChromium(lab, { extension: extensionFolder("chrome"), args });
  try {
    const page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config({ only: ["ours"] }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", (view) => memberIn(view, "ours").shown.kind === "delay");
    await ask(page, "setMode", "system");
    lab.clear();
    await page.evaluate(() =>
      fetch("http://off.example/via", { signal: AbortSignal.timeout(1_500) }).catch(() => null),
    );
    const asked = own.events.filter(({ host }) => host === "off.example");
    expect(asked.map(({ letIn, username }) => [letIn, username])).toEqual([[false, null]]);
    expect(lab.requests({ host: "off.example" })).toEqual([]);
  } finally {
    await browser.close();
    await lab.close();
  }
});
