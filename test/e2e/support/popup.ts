import type { Page } from "puppeteer-core";
import type { ExtensionBrowser } from "./extension-browser.ts";

/** The size the popup's panel has. */
export const POPUP_SIZE = { width: 380, height: 600 };

/** Opens the popup's page in a tab as large as its panel: the panel itself cannot be driven in Firefox. */
export async function openPopup(browser: ExtensionBrowser): Promise<Page> {
  const page = await browser.open("popup/index.html");
  await page.setViewport(POPUP_SIZE);
  return page;
}
