import { rm } from "node:fs/promises";
import type { BrowserKind } from "../../scripts/find-browser.mjs";
import { extensionFolder } from "../e2e/support/build.ts";
import { launchChromium } from "../e2e/support/chromium.ts";
import type { ExtensionBrowser } from "../e2e/support/extension-browser.ts";
import { ask, saveConfig, waitForView } from "../e2e/support/extension-page.ts";
import { launchFirefox } from "../e2e/support/firefox.ts";
import { POPUP_SIZE } from "../e2e/support/popup.ts";
import { until } from "../e2e/support/until.ts";
import { allTested } from "../e2e/support/world.ts";
import { createLab, type Lab, type ProxySpec } from "../lab/lab.ts";
import { median, rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";
import { type Opening, watchedPopup } from "./support/watched-popup.ts";

const SIZES = [1, 100, 1_000];
const OPENINGS = 15;

const PROXIES: readonly ProxySpec[] = Array.from({ length: Math.max(...SIZES) }, (_, i) => ({
  name: `Proxy ${i + 1}`,
  kind: "http",
  exit: (i % 250) + 1,
  address: (i % 250) + 1,
}));

/** How soon the popup's page shows something, and its rows, while the background runs. The panel around it is not measured. */
export async function benchPopup(): Promise<Table> {
  const lab = await createLab({ proxies: PROXIES });
  try {
    const rows = [...(await openingsIn("chrome", lab)), ...(await openingsIn("firefox", lab))];
    return { title: `The popup from the navigation's start, ms, medians of ${OPENINGS} openings`, rows };
  } finally {
    await lab.close();
  }
}

async function openingsIn(kind: BrowserKind, lab: Lab): Promise<Table["rows"]> {
  const extension = watchedPopup(extensionFolder(kind));
  const browser = await (kind === "chrome" ? launchChromium(lab, { extension }) : launchFirefox(lab, { extension }));
  try {
    const page = await browser.open("popup/options/index.html");
    const rows: Table["rows"][number][] = [];
    for (const members of SIZES) {
      const only = PROXIES.slice(0, members).map(({ name }) => name);
      await saveConfig(page, lab.config({ only, monitoring: { workers: 30, interval: "1h" } }));
      await ask(page, "setMode", "balanced");
      const isReady = (view: Parameters<typeof allTested>[0]) =>
        view.members.length === members && allTested(view) && view.members.every(({ exit }) => exit !== null);
      await waitForView(page, `${members} tested`, isReady, 300_000);
      const openings: Opening[] = [];
      // The first one fills the browser's caches.
      for (let i = -1; i < OPENINGS; i++) {
        const one = await open(browser, members);
        if (i >= 0) openings.push(one);
      }
      const of = (what: keyof Opening): number => rounded(median(openings.map((one) => one[what])), 0);
      rows.push({
        browser: kind === "chrome" ? "Chromium" : "Firefox",
        members,
        "first paint": of("firstPaint"),
        "first rows": of("firstRows"),
        "all rows": of("allRows"),
      });
    }
    return rows;
  } finally {
    await browser.close();
    await rm(extension, { recursive: true, force: true });
  }
}

async function open(browser: ExtensionBrowser, members: number): Promise<Opening> {
  const page = await browser.browser.newPage();
  await page.setViewport(POPUP_SIZE);
  // Firefox tells a driver of no load of an extension's page
  await page.goto(`${browser.origin}/popup/index.html#${members}`, { waitUntil: [] });
  const opening = await until("the popup's rows", () =>
    page.evaluate(() => (globalThis as { opening?: () => Opening | null }).opening?.() ?? null),
  );
  await page.close();
  return opening;
}
