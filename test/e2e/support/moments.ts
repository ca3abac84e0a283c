import type { Page } from "puppeteer-core";
import { killProcess } from "./chromium-processes.ts";
import type { ExtensionBrowser } from "./extension-browser.ts";
import type { ExtensionCopy } from "./extension-copy.ts";
import { createBrowserScope, updateExtension } from "./firefox-inside.ts";
import { until } from "./until.ts";

/** What may happen to an extension that is at work. */
export const MOMENTS = ["stop", "reload", "update", "crash"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Shaken {
  readonly browser: ExtensionBrowser;
  /** What the browser has installed. */
  readonly copy: ExtensionCopy;
}

/** Lets it happen. Pages of the extension may be gone afterwards; a new one is returned. */
export async function letHappen(moment: Moment, shaken: Shaken, page: Page): Promise<Page> {
  const { browser } = shaken;
  if (moment === "stop") {
    await browser.stopBackground();
    return page;
  }
  if (moment === "reload") await reload(page);
  if (moment === "update") await update(shaken);
  if (moment === "crash") await crash(browser);
  if (!page.isClosed()) await page.close().catch(() => {});
  return until("the extension, back again", () => browser.open("popup/index.html"));
}

async function reload(page: Page): Promise<void> {
  await page.evaluate(() => chrome.runtime.reload()).catch(() => {}); // its page goes away under it
}

/** To a version that differs in its number. Chrome is given the folder again, Firefox a new file. */
async function update({ browser, copy }: Shaken): Promise<void> {
  copy.manifest((before) => {
    const [major, minor, patch] = before.version.split(".").map(Number);
    return { ...before, version: [major, minor, (patch ?? 0) + 1].join(".") };
  });
  if (browser.kind === "chrome") await browser.browser.installExtension(copy.folder);
  else await updateExtension(await createBrowserScope(browser.browser), copy.folder);
}

/** Ends the process in which the extension runs. */
async function crash({ kind, browser }: ExtensionBrowser): Promise<void> {
  if (kind === "chrome") return killProcess(browser, "extension");
  const inside = await createBrowserScope(browser);
  const pids = async (): Promise<readonly number[]> =>
    JSON.parse(
      await inside(`ChromeUtils.requestProcInfo().then(({ children }) =>
        JSON.stringify(children.filter(({ type }) => type === "extension").map(({ pid }) => pid)))`),
    );
  const [pid] = await pids();
  if (pid === undefined) throw new Error("expected a process of the extension, found none");
  process.kill(pid, "SIGKILL");
  await until("the process's end", async () => !(await pids()).includes(pid));
}
