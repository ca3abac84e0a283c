import type { Page } from "puppeteer-core";
import type { ExtensionBrowser } from "./extension-browser.ts";
import { until } from "./until.ts";

/** The size the popup's panel has. */
export const POPUP_SIZE = { width: 380, height: 600 };

/** Opens the popup's page in a tab as large as its panel: the panel itself cannot be driven in Firefox. */
export async function openPopup(browser: ExtensionBrowser): Promise<Page> {
  const page = await browser.open("popup/index.html");
  await page.setViewport(POPUP_SIZE);
  return page;
}

/** What the popup warns of, as it opens. */
export async function readWarnings(browser: ExtensionBrowser): Promise<string> {
  const popup = await openPopup(browser);
  await until("the popup's state", () => popup.$(".body"));
  const text = await popup.$eval("[role=alert]", (alert) => alert.textContent ?? "");
  await popup.close();
  return text.replace(/[\u2068\u2069]/g, ""); // the marks around names
}
