import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { type BrowserScope, createBrowserScope } from "./support/firefox-inside.ts";
import { allTested, createWorld, type World } from "./support/world.ts";

/** Names that Firefox would find if it looked them up, which is what its list of names tells. */
const HOSTS = ["off", "http", "https", "socks5", "itself"].map((name) => `${name}.dns.example`);

/** Firefox only: Chrome has no list of names to read. What it looks up was measured apart (facts C5, C21). */
describe("in firefox", () => {
  let world: World;
  let inside: BrowserScope;
  beforeAll(async () => {
    world = await createWorld({}, "firefox");
    inside = await createBrowserScope(world.browser.browser);
    await inside(`(() => {
      Services.prefs.setStringPref("network.dns.forceResolve", "");
      const names = Cc["@mozilla.org/network/native-dns-override;1"].getService(Ci.nsINativeDNSResolverOverride);
      for (const name of ${JSON.stringify(HOSTS)}) names.addIPOverride(name, "127.0.0.1");
      return "set";
    })()`);
  });
  afterAll(() => world?.close());

  /** The names that the browser has looked up and keeps. */
  async function lookedUp(): Promise<readonly string[]> {
    const names = await inside(`new Promise((done) => Cc["@mozilla.org/network/dashboard;1"]
      .getService(Ci.nsIDashboard).requestDNSInfo(({ entries }) => done(JSON.stringify(entries.map((one) => one.hostname)))))`);
    const all: readonly string[] = JSON.parse(names);
    return HOSTS.filter((name) => all.includes(name));
  }

  const visit = async (name: string): Promise<void> =>
    (await world.browser.visit(`https://${name}.dns.example/page?n=2`)).close();

  test("the positive control: off, the browser looks a site's name up itself", async () => {
    await visit("off");
    expect(await lookedUp()).toEqual(["off.dns.example"]);
  });

  test("no name of a site that is reached by a proxy is looked up, whatever the kind of the proxy", async () => {
    await world.on();
    for (const kind of ["http", "https", "socks5"]) {
      const proxy = world.lab.proxies.find((one) => one.kind === kind);
      await ask(world.page, "pick", { group: "select", member: proxy?.name ?? "" });
      world.lab.clear();
      await visit(kind);
      const seen = world.lab.requests({ host: `${kind}.dns.example` });
      expect(new Set(seen.map(({ via }) => via))).toEqual(new Set([proxy?.exit.address]));
    }
    expect(await lookedUp()).toEqual(["off.dns.example"]);
  });

  test("a SOCKS proxy that shall not look names up leaves it to the browser, as was asked for", async () => {
    const config = world.lab.config();
    const outbounds = config.outbounds.map((one) => (one.type === "socks" ? { ...one, remote_dns: false } : one));
    await saveConfig(world.page, { ...config, outbounds });
    await waitForView(world.page, "every member tested", allTested);
    await visit("itself");
    expect(await lookedUp()).toContain("itself.dns.example");
  });
});
