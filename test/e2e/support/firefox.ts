import { rm } from "node:fs/promises";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { requireBrowser } from "../../../scripts/find-browser.mjs";
import type { Lab } from "../../lab/lab.ts";
import { type ExtensionBrowser, type LaunchOptions, PATIENCE_MS } from "./extension-browser.ts";
import { createBrowserScope, installExtension, trustAuthority } from "./firefox-inside.ts";
import { FIREFOX_ID, FIREFOX_UUID, firefoxPrefs } from "./firefox-prefs.ts";
import { createProfile, removeProfile } from "./profile.ts";

export interface FirefoxBrowser extends ExtensionBrowser {
  /**
   * Whether the extension is installed as a person's is, so that it is there when the browser starts again. Firefox ESR allows that
   * without a signature; elsewhere it is a temporary one, which `restart` installs anew over what it had stored.
   */
  readonly permanent: boolean;
  /** Sets a whole-number preference while it runs. */
  setNumber(preference: string, value: number): Promise<void>;
  /** As a person does in the add-on's page; an update does the same. Pages of the extension are gone then. */
  switchOffAndOn(): Promise<void>;
  restart(): Promise<FirefoxBrowser>;
}

export interface FirefoxOptions extends LaunchOptions {
  /** As the tick in the add-on's page: whether it runs in private windows, and may touch the proxy settings. False when unset. */
  readonly privateWindows?: boolean;
  readonly prefs?: Readonly<Record<string, string | number | boolean>>;
}

/** Starts Firefox, headless unless told otherwise, with the extension. */
export const launchFirefox = (lab: Lab, options: FirefoxOptions): Promise<FirefoxBrowser> =>
  start(lab, options, createProfile({}), false);

async function start(lab: Lab, options: FirefoxOptions, profile: string, isThere: boolean): Promise<FirefoxBrowser> {
  const browser = await launch(lab, options, profile);
  const inside = await createBrowserScope(browser);
  await trustAuthority(inside, lab.certificates.ca);
  const permanent = isThere || (await installExtension(browser, options.extension, options.privateWindows ?? false));
  const origin = `moz-extension://${FIREFOX_UUID}`;

  const end = async (): Promise<void> => {
    await browser.close().catch(() => {});
  };
  const changePermission = async (how: "add" | "remove", what: object): Promise<void> => {
    await inside(`ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs").ExtensionPermissions
      .${how}(${JSON.stringify(FIREFOX_ID)}, ${JSON.stringify(what)},
        WebExtensionPolicy.getByID(${JSON.stringify(FIREFOX_ID)}).extension).then(() => "${how}")`);
  };
  const ALL_SITES = { permissions: [], origins: ["<all_urls>"] };
  const PRIVATE_WINDOWS = { permissions: ["internal:privateBrowsingAllowed"], origins: [] };
  return {
    kind: "firefox",
    browser,
    origin,
    permanent,
    async open(path) {
      const page = await browser.newPage();
      // pages of an extension send no load events to who drives the browser (bug 1755014)
      await page.goto(`${origin}/${path}`, { waitUntil: [] });
      await page.waitForFunction(() => document.readyState === "complete" && location.protocol === "moz-extension:", {
        timeout: PATIENCE_MS,
      });
      return page;
    },
    async visit(address): Promise<Page> {
      const page = await browser.newPage();
      await page.goto(address, { timeout: PATIENCE_MS }).catch(() => {}); // an error page is what there is to see then
      return page;
    },
    async stopBackground() {
      await inside(`WebExtensionPolicy.getByID(${JSON.stringify(FIREFOX_ID)}).extension
        .terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true }).then(() => "stopped")`);
    },
    async setNumber(preference, value) {
      await inside(`Services.prefs.setIntPref(${JSON.stringify(preference)}, ${value}), "set"`);
    },
    async setOffline(offline) {
      await inside(`Services.io.offline = ${offline}, "set"`);
    },
    async switchOffAndOn() {
      await inside(`ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs").AddonManager
        .getAddonByID(${JSON.stringify(FIREFOX_ID)})
        .then(async (addon) => { await addon.disable(); await addon.enable(); return "on"; })`);
    },
    withdrawAccess: () => changePermission("remove", ALL_SITES),
    giveAccess: () => changePermission("add", ALL_SITES),
    // The add-on's page does both: the permission, and then the start anew (addon-card.mjs of ESR 153).
    async setPrivateAccess(allowed) {
      await changePermission(allowed ? "add" : "remove", PRIVATE_WINDOWS);
      await inside(`ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs").AddonManager
        .getAddonByID(${JSON.stringify(FIREFOX_ID)}).then((addon) => addon.reload()).then(() => "anew")`);
    },
    async visitPrivately(address) {
      await inside(`(async () => {
        const opened = OpenBrowserWindow({ private: true });
        await new Promise((done) => Services.obs.addObserver(function seen(window) {
          if (window !== opened) return;
          Services.obs.removeObserver(seen, "browser-delayed-startup-finished");
          done();
        }, "browser-delayed-startup-finished"));
        const { STATE_STOP, STATE_IS_NETWORK } = Ci.nsIWebProgressListener;
        const ended = new Promise((done) => opened.gBrowser.addTabsProgressListener({
          onStateChange: (browser, progress, request, flags) =>
            browser === tab.linkedBrowser && flags & STATE_STOP && flags & STATE_IS_NETWORK && done() }));
        const tab = opened.gBrowser.addTab(${JSON.stringify(address)},
          { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
        await ended;
        opened.close(); // else the next tab would open in it
        return "loaded";
      })()`);
    },
    async restart() {
      await end();
      return start(lab, options, profile, permanent);
    },
    async close() {
      await end();
      await removeProfile(profile);
    },
  };
}

async function launch(lab: Lab, options: FirefoxOptions, profile: string): Promise<Browser> {
  const { headless = true, window = { width: 1200, height: 900 }, handleSignals = true } = options;
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: options.program ?? requireBrowser("firefox"),
    headless,
    userDataDir: profile,
    defaultViewport: null,
    handleSIGINT: handleSignals,
    handleSIGTERM: handleSignals,
    handleSIGHUP: handleSignals,
    // without this the settings' own server cannot be changed, and Firefox asks for updates of its lists all the time
    env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: "1", MOZ_CRASHREPORTER_DISABLE: "1" },
    extraPrefsFirefox: {
      ...firefoxPrefs(lab),
      "browser.download.folderList": 2, // the folder that is named here
      "browser.download.dir": join(profile, "downloads"),
      ...(options.language
        ? { "intl.locale.requested": options.language, "intl.accept_languages": options.language }
        : {}),
      ...options.prefs,
    },
    args: [
      "--remote-allow-system-access",
      "--width",
      String(window.width),
      "--height",
      String(window.height),
      ...(options.args ?? []),
    ],
  });
  // Puppeteer would put the former preferences back at the end; a profile that is started again needs those of its last run.
  for (const file of ["prefs.js", "user.js"]) await rm(join(profile, `${file}.puppeteer`), { force: true });
  return browser;
}
