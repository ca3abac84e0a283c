import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { View } from "../../src/protocol/view.ts";
import type { ProxySpec } from "../lab/lab.ts";
import { allowForgetting } from "./support/allow-forgetting.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

const ACCOUNT = { username: "lab", password: "right" };
const QUIET = { interval: "1h", url_test_timeout: "4s", on_demand_timeouts: ["4s", "5s"] };
/** These answer a wrong account by 401, as tinyproxy does, and not by 407. */
const proxies: readonly ProxySpec[] = [
  { name: "http-401", kind: "http", exit: 1, account: ACCOUNT, wrongAccount: 401 },
  { name: "https-401", kind: "https", exit: 2, account: ACCOUNT, wrongAccount: 401 },
  { name: "bare-401", kind: "http", exit: 3, fault: { kind: "status", status: 401 } },
  { name: "renewed", kind: "http", exit: 4, account: ACCOUNT, wrongAccount: 401 },
  { name: "usual", kind: "http", exit: 5, account: ACCOUNT },
  { name: "bare", kind: "http", exit: 6 },
];
/** Of each the browser learns the account in one test only. */
const unknown: readonly ProxySpec[] = ["cannot", "both", "twice", "pasted"].map((name) => ({
  name,
  kind: "http",
  exit: 7,
  account: ACCOUNT,
}));
const WRONG = ["http-401", "https-401"];

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ proxies: [...proxies, ...unknown] }, kind);
    await allowForgetting(world);
  });
  afterAll(() => world?.close());

  /** The lab's configuration, with a wrong account where a proxy answers it by 401. */
  function configOf(monitoring: object = {}): object {
    const only = proxies.map(({ name }) => name);
    const config = world.lab.config({ only, monitoring: { ...QUIET, ...monitoring } });
    const outbounds = config.outbounds.map((one) =>
      WRONG.includes(String(one.tag)) ? { ...one, password: "wrong" } : one,
    );
    return { ...config, outbounds };
  }

  async function use(config: object): Promise<View> {
    await saveConfig(world.page, config);
    await ask(world.page, "setMode", "balanced");
    const asked = Date.now();
    await ask(world.page, "test", []);
    const isNew = ({ members }: View) => members.every(({ testedAt }) => (testedAt ?? 0) >= asked);
    return waitForView(world.page, "every member tested", (view) => allTested(view) && isNew(view));
  }

  const shown = async (tag: string) => memberIn(await readView(world.page), tag).shown;
  const headersToSites = () => world.lab.requests().flatMap(({ headers }) => Object.keys(headers));

  /** Loads a page for as long as it takes to be asked for a login, which nobody answers. */
  async function look(address: string): Promise<void> {
    const { host } = new URL(address);
    const visit = world.browser.visit(address);
    const met = () => world.lab.proxies.some(({ events }) => events.some((one) => one.host === host));
    await until(`a proxy that is asked for ${host}`, met);
    await Promise.race([visit, new Promise((done) => setTimeout(done, 1_500))]);
    for (const page of await world.browser.browser.pages()) if (page !== world.page) await page.close().catch(() => {}); // it may be gone with its dialog
    await visit.catch(() => {});
  }

  test("M21, B7 · a wrong account that a CONNECT's 401 refuses is a wrong login", async () => {
    const view = await use(configOf());
    for (const tag of WRONG)
      expect(memberIn(view, tag).shown, tag).toMatchObject({
        kind: "failed",
        error: { code: "login_wrong", status: 401 },
      });
  });

  test("M21 · a CONNECT's 401 where no account was entered says that one is wanted", async () => {
    expect(await shown("bare-401")).toMatchObject({ error: { code: "login_required", status: 401 } });
  });

  test("M21 · a proxy that takes its account and then refuses the tunnel does not want a login", async () => {
    const monitoring = { ...QUIET, urls: ["https://closed.test/generate_204"] };
    const view = await use(world.lab.config({ only: ["cannot"], monitoring }));
    expect(memberIn(view, "cannot").shown).toMatchObject({ error: { code: "tunnel_refused", status: 502 } });
  });

  test("M21, B7 · so is one that a test without a tunnel meets", async () => {
    const view = await use(configOf({ urls: ["http://www.gstatic.com/generate_204"] }));
    for (const tag of WRONG)
      expect(memberIn(view, tag).shown, tag).toMatchObject({
        kind: "failed",
        error: { code: "login_wrong", status: 401 },
      });
    expect(memberIn(view, "renewed").shown).toMatchObject({ kind: "delay" });
    expect(memberIn(view, "bare-401").shown).toMatchObject({ error: { code: "unexpected_answer", status: 401 } });
  });

  test("B7 · a site's own 401 over http is never answered, and its proxy goes on as it was", async () => {
    const before = await use(configOf());
    for (const tag of ["usual", "bare"]) {
      await ask(world.page, "pick", { group: "select", member: tag });
      world.lab.clear();
      await look(`http://${tag}-asks.example/login`);
      expect(world.lab.requests({ host: `${tag}-asks.example`, path: "/login" }).length).toBeGreaterThanOrEqual(1);
      expect(headersToSites().filter((name) => /authorization/i.test(name))).toEqual([]);
    }
    // A proxy with an account may have said it: its test shows that it did not. One without was not even asked for.
    const { testedAt } = memberIn(before, "usual");
    const view = await waitForView(world.page, "the test that the 401 caused", (now) => {
      const usual = memberIn(now, "usual");
      return !usual.testing && usual.testedAt !== testedAt;
    });
    for (const tag of ["usual", "bare"]) expect(memberIn(view, tag).shown).toMatchObject({ kind: "delay" });
    expect(memberIn(view, "bare").testedAt).toBe(memberIn(before, "bare").testedAt);
  });

  test("B7 · while pages over http fail by a proxy that takes its account no more, the popup does not stay green", async () => {
    await use(configOf());
    expect(await shown("renewed")).toMatchObject({ kind: "delay" });
    await ask(world.page, "pick", { group: "select", member: "renewed" });
    await (await world.browser.visit("http://before.example/via")).close();
    expect(world.lab.requests({ host: "before.example", path: "/via" })).toHaveLength(1);
    const proxy = world.lab.proxy("renewed");
    proxy.set({ account: { ...ACCOUNT, password: "renewed" } });
    await look("http://after.example/via");
    expect(world.lab.requests({ host: "after.example" })).toEqual([]);
    await waitForView(
      world.page,
      "the login that is wrong",
      (view) => JSON.stringify(memberIn(view, "renewed").shown).includes('"login_wrong"'),
      10_000,
    );
    await proxy.restore();
  });

  test("an entry for SOCKS before one for HTTP, at the same host and port, leaves the account to the latter", async () => {
    const { address, port } = world.lab.proxy("both");
    const at = { server: address, server_port: port };
    const config = world.lab.config({ only: ["both"], monitoring: QUIET });
    const socks = { type: "socks", tag: "as-socks", version: "5", ...at };
    const view = await use({ ...config, outbounds: [socks, ...config.outbounds] });
    expect(memberIn(view, "both").shown).toMatchObject({ kind: "delay" });
  });

  test("an entry without account before one with it, at the same host and port, leaves one of them usable", async () => {
    const { address, port } = world.lab.proxy("twice");
    const config = world.lab.config({ only: ["twice"], monitoring: QUIET });
    const bare = { type: "http", tag: "without", server: address, server_port: port };
    const view = await use({ ...config, outbounds: [bare, ...config.outbounds] });
    expect(memberIn(view, "twice").shown).toMatchObject({ kind: "delay" });
    const code = kind === "chrome" ? "account_shared" : "login_required";
    expect(memberIn(view, "without").shown).toMatchObject({ error: { code } });
  });

  test("a line pasted without the account, and then with it: one proxy, when a person says so, which works", async () => {
    const { address, port } = world.lab.proxy("pasted");
    await saveConfig(world.page, { outbounds: [{ type: "selector", tag: "none", outbounds: ["block"] }] });
    const options = await world.browser.open("popup/options/index.html");
    const click = (role: string, name: string): Promise<void> =>
      options.locator(`::-p-aria([role="${role}"][name="${name}"])`).click();
    const paste = (line: string): Promise<void> => options.locator("textarea").fill(line);
    const pasted = (wanted: string) =>
      waitForView(world.page, `a proxy that shows ${wanted}`, ({ members }) =>
        members.some((one) => one.tag === `${address}:${port}` && JSON.stringify(one.shown).includes(wanted)),
      );
    await paste(`${address}:${port}`);
    await click("button", "Add 1 proxy");
    await pasted("login_required");
    await paste(`${address}:${port}:${ACCOUNT.username}:${ACCOUNT.password}`);
    await options.locator("section .choices input").click();
    await click("button", "Give the account");
    const view = await pasted('"delay"');
    expect(view.members.map(({ tag }) => tag)).toEqual([`${address}:${port}`]);
    await options.close();
  });
});
