import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "puppeteer-core";

/** Seldom Chromium never says that a tab is closed which was loading anew at that moment: it is then left behind. */
const CLOSING_MS = 10_000;

/** Closes all pages but these, for as long as that may take; nothing fails. */
export const closePages = (browser: Browser, kept: readonly Page[]): Promise<void> =>
  Promise.race([closeAll(browser, kept).catch(() => {}), setTimeout(CLOSING_MS, undefined, { ref: false })]);

async function closeAll(browser: Browser, kept: readonly Page[]): Promise<void> {
  const others = (await browser.pages()).filter((page) => !kept.includes(page));
  await Promise.allSettled(others.map((page) => page.close()));
}
