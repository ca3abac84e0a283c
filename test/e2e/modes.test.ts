import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { extensionFolder } from "./support/build.ts";
import { launchChromium } from "./support/chromium.ts";
import { type ExtensionBrowser, regularContainer } from "./support/extension-browser.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { launchFirefox } from "./support/firefox.ts";
import { allTested } from "./support/world.ts";

/** The browser's own proxy setting is a proxy of the lab, so that it can be told from "direct". */
const OWN = "de-1";

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let lab: Lab;
  let browser: ExtensionBrowser;
  let page: Page;
  beforeAll(async () => {
    lab = await createLab();
    const { address, port } = lab.proxy(OWN);
    const extension = extensionFolder(kind);
    browser =
      kind === "chrome"
        ? await launchChromium(lab, { extension, args: [`--proxy-server=${address}:${port}`] })
        : await launchFirefox(lab, { extension, privateWindows: true, prefs: ownProxy(address, port) });
    page = await browser.open("popup/index.html");
  });
  afterAll(async () => {
    await browser?.close();
    await lab?.close();
  });

  async function viasOf(host: string): Promise<readonly string[]> {
    for (const scheme of ["https", "http"]) await (await browser.visit(`${scheme}://${host}/page`)).close();
    const vias = lab.requests({ host }).map(({ via }) => via);
    expect(vias.length).toBeGreaterThanOrEqual(2);
    return [...new Set(vias)];
  }

  test("B20 · from install until something is chosen the browser's own settings are in force", async () => {
    expect(await readView(page)).toMatchObject({ mode: "system", control: { kind: "off" } });
    const rules = [{ domain_suffix: ["removed.example"], outbound: "removed" }];
    await saveConfig(page, lab.config({ only: ["nl-1", "us-1"], rules }));
    expect(await viasOf("installed.example")).toEqual([lab.proxy(OWN).exit.address]);
  });

  test("M1 · direct: everything leaves directly and not by the browser's own proxy, and proxies are tested", async () => {
    await ask(page, "setMode", "direct");
    expect(await waitForView(page, "every member tested", allTested)).toMatchObject({
      mode: "direct",
      control: { kind: "ours" },
    });
    expect(await viasOf("direct.example")).toEqual(["direct"]);
    const asked = Date.now();
    await ask(page, "test", []);
    await waitForView(
      page,
      "new results",
      (view) => allTested(view) && view.members.every(({ testedAt }) => (testedAt ?? 0) >= asked),
    );
    expect(lab.requests({ via: "direct", path: "/generate_204" })).toEqual([]);
  });

  test("direct stays when the background was stopped", async () => {
    await browser.stopBackground();
    expect(await viasOf("woken.example")).toEqual(["direct"]);
    expect(await readView(page)).toMatchObject({ mode: "direct", control: { kind: "ours" } });
  });

  test("balanced: the groups decide; nothing more leaves directly", async () => {
    await ask(page, "setMode", "balanced");
    const exits = ["nl-1", "us-1"].map((name) => lab.proxy(name).exit.address);
    for (const via of await viasOf("balanced.example")) expect(exits).toContain(via);
  });

  test("B20 · a rule whose outbound is not there any more blocks, and the address box says which and why", async () => {
    for (const scheme of ["https", "http"]) await (await browser.visit(`${scheme}://www.removed.example/page`)).close();
    expect(lab.requests({ host: /removed\.example$/ })).toEqual([]);
    expect(
      await ask(page, "explain", { address: "www.removed.example", container: regularContainer(kind) }),
    ).toMatchObject({
      origin: "https://www.removed.example:443",
      rule: 0,
      text: '{"domain_suffix":["removed.example"],"outbound":"removed"}',
      outbound: "block",
      blocked: "unknown-outbound",
    });
    const { went } = (await ask(page, "explain", {
      address: "http://balanced.example/page",
      container: regularContainer(kind),
    })) as { went: string };
    expect(["nl-1", "us-1"]).toContain(went);
  });

  test("B20 · system: the browser's own settings are really back, and no proxy is tested", async () => {
    await ask(page, "setMode", "system");
    lab.clear();
    expect(await viasOf("system.example")).toEqual([lab.proxy(OWN).exit.address]);
    await browser.stopBackground();
    expect(await viasOf("still-system.example")).toEqual([lab.proxy(OWN).exit.address]);
    expect(lab.requests({ path: "/generate_204" })).toEqual([]);
  });
});

const ownProxy = (host: string, port: number): Readonly<Record<string, string | number>> => ({
  "network.proxy.type": 1,
  "network.proxy.http": host,
  "network.proxy.http_port": port,
  "network.proxy.ssl": host,
  "network.proxy.ssl_port": port,
});
