import { join } from "node:path";
import puppeteer, { type Browser, type Page, type Target, type WebWorker } from "puppeteer-core";
import { requireBrowser } from "../../../scripts/find-browser.mjs";
import type { Lab } from "../../lab/lab.ts";
import { CHROMIUM_PREFERENCES, chromiumFlags } from "./chromium-flags.ts";
import { type ExtensionBrowser, type LaunchOptions, PATIENCE_MS } from "./extension-browser.ts";
import { createProfile, removeProfile } from "./profile.ts";
import { until } from "./until.ts";

export interface ChromiumBrowser extends ExtensionBrowser {
  /** The extension's identifier: it comes from the folder's path, so it is the same in every run. */
  readonly id: string;
  /**
   * The running service worker, ready for `evaluate`. Puppeteer is attached to it, which keeps it alive: to see it die use
   * `stopBackground`.
   */
  worker(): Promise<WebWorker>;
  restart(): Promise<ChromiumBrowser>;
}

/** A mark in a worker's global scope: a new one does not have it. */
const STANDING = "standingForTheTest";

/** Starts Chromium, headless unless told otherwise, with an extension. */
export const launchChromium = (lab: Lab, options: LaunchOptions): Promise<ChromiumBrowser> =>
  start(lab, options, createProfile({ "Default/Preferences": JSON.stringify(CHROMIUM_PREFERENCES) }));

async function start(lab: Lab, options: LaunchOptions, profile: string): Promise<ChromiumBrowser> {
  const { extension, headless = true, window = { width: 1200, height: 900 }, handleSignals = true } = options;
  const browser = await puppeteer.launch({
    executablePath: options.program ?? requireBrowser("chrome"),
    headless,
    pipe: true,
    userDataDir: profile,
    enableExtensions: true,
    defaultViewport: null,
    downloadBehavior: { policy: "allow", downloadPath: join(profile, "downloads") },
    // puppeteer's own wish to show that it drives the browser, and to keep in step tabs that real browsers let sleep
    ignoreDefaultArgs: [
      "--enable-automation",
      ...(options.installed === undefined ? [] : ["--disable-background-networking"]),
      "--disable-background-timer-throttling",
      "--disable-renderer-backgrounding",
    ],
    handleSIGINT: handleSignals,
    handleSIGTERM: handleSignals,
    handleSIGHUP: handleSignals,
    env: { ...process.env, ...(options.language ? { LANGUAGE: options.language } : {}) },
    args: [
      ...chromiumFlags(lab, { updates: options.installed !== undefined }),
      // Loaded by the command line an extension is there before the first page, as an installed one is, and its proxy
      // setting outlives a restart; loaded over the protocol, each start is a new installation.
      ...(options.installed === undefined ? [`--load-extension=${extension}`] : []),
      `--window-size=${window.width},${window.height}`,
      ...(options.language ? [`--lang=${options.language}`] : []),
      ...(options.args ?? []),
    ],
  });
  await letWorkersStart(browser);
  const id = options.installed ?? (await loadedId(browser)) ?? (await browser.installExtension(extension));
  const origin = `chrome-extension://${id}`;
  const isWorker = (target: Target): boolean => target.type() === "service_worker" && target.url().startsWith(origin);
  if (options.installed !== undefined) await browser.waitForTarget(isWorker, { timeout: PATIENCE_MS });

  const visit = async (address: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(address, { timeout: PATIENCE_MS }).catch(() => {}); // an error page is what there is to see then
    return page;
  };
  const runningWorker = async (): Promise<WebWorker> => {
    const target = await browser.waitForTarget(isWorker, { timeout: PATIENCE_MS });
    const worker = await target.worker();
    if (!worker) throw new Error(`expected a service worker at ${target.url()}, got none`);
    // just after its start a worker can be seen before it has its `chrome`
    await until("the worker's own API", () => worker.evaluate(() => typeof chrome.runtime?.id === "string"));
    return worker;
  };
  const end = async (): Promise<void> => {
    await browser.close().catch(() => {});
  };
  const configure = async (change: object): Promise<void> => {
    const page = await visit("chrome://extensions/");
    const wanted = JSON.stringify({ extensionId: id, ...change });
    await page.evaluate(`chrome.developerPrivate.updateExtensionConfiguration(${wanted})`);
    await page.close();
  };
  const open = async (path: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`${origin}/${path}`, { timeout: PATIENCE_MS });
    return page;
  };
  /** Whether an extension that is being started anew says that it is allowed in private windows, or not. */
  const saysAllowed = async (allowed: boolean): Promise<boolean> => {
    const page = await open("popup/index.html");
    const said = await page.evaluate(() => chrome.extension.isAllowedIncognitoAccess());
    await page.close();
    return said === allowed;
  };
  return {
    kind: "chrome",
    browser,
    id,
    origin,
    visit,
    open,
    worker: runningWorker,
    async stopBackground() {
      const target = browser.targets().findLast(isWorker);
      const worker = await target?.worker();
      if (!target || !worker) return;
      const mark = worker.evaluate((name) => Object.assign(globalThis, { [name]: true }), STANDING);
      // Chrome may just have stopped it by itself.
      if (
        !(await mark.then(
          () => true,
          () => false,
        ))
      )
        return;
      await worker.close();
      // An event may have started the next one already, and Chrome then keeps the target: what the old one knew is gone.
      const stands = () => worker.evaluate((name) => name in globalThis, STANDING).catch(() => false);
      await until("the worker's end", async () => !browser.targets().includes(target) || !(await stands()));
    },
    async setOffline(offline) {
      const { client } = await runningWorker();
      await client.send("Network.enable");
      const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await client.send("Network.emulateNetworkConditions", { offline, ...unlimited });
    },
    withdrawAccess: () => configure({ hostAccess: "ON_CLICK" }),
    giveAccess: () => configure({ hostAccess: "ON_ALL_SITES" }),
    async setPrivateAccess(allowed) {
      await configure({ incognitoAccess: allowed });
      await until("the extension, started anew", () => saysAllowed(allowed));
    },
    async visitPrivately(address) {
      const page = await open("popup/index.html");
      await page.evaluate((url) => chrome.windows.create({ incognito: true, url }), address);
      await page.close();
    },
    async restart() {
      await end();
      return start(lab, options, profile);
    },
    async close() {
      await end();
      await removeProfile(profile);
    },
  };
}

/**
 * puppeteer has every new target wait until it is told to run, and forgets to tell a worker that starts in the very moment in
 * which a test attaches to it: that one never runs, and whoever asks it waits for ever. So workers do not wait at all.
 */
async function letWorkersStart(browser: Browser): Promise<void> {
  const session = await browser.target().createCDPSession();
  await session.connection()?.send("Target.setAutoAttach", {
    autoAttach: true,
    flatten: true,
    waitForDebuggerOnStart: false,
    filter: [{ type: "page", exclude: true }, {}],
  });
  await session.detach();
}

/** The extension that the command line loaded; null in a browser that ignores it, as Google's own Chrome does since 137. */
async function loadedId(browser: Browser): Promise<string | null> {
  const found = async (): Promise<string | undefined> => [...(await browser.extensions()).keys()][0];
  return until("the extension", found, 3_000).catch(() => null);
}
