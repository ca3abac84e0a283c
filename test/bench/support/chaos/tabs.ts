import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import type { ExtensionBrowser } from "../../../e2e/support/extension-browser.ts";
import { createRandom, oneOf, type Random } from "../../../engine/simulator/random.ts";
import type { PageLoad } from "./record.ts";
import { loadPage, waitForImages } from "./tab.ts";

export const TABS = 4;
const HOSTS = 60;
const IMAGES = 2;
/** How long a site takes for its document, as far from it as sites are. */
const SITE_MS = 150;

/** Every second one is asked for without encryption. */
const SITES = Array.from({ length: HOSTS }, (_, i) => ({
  scheme: i % 2 === 0 ? "https" : "http",
  host: `site-${String(i + 1).padStart(2, "0")}.example`,
}));

export interface BusyTabs {
  /** The loads that have ended, in the order of their ends. */
  readonly pages: readonly PageLoad[];
  /** Aborted when a tab has failed, as when the browser ends; `stop` tells why. */
  readonly failed: AbortSignal;
  /** Begins no more loads; resolves when those under way have ended and the tabs are closed. */
  stop(): Promise<readonly PageLoad[]>;
}

export interface TabsOptions {
  readonly seed: number;
  /** How long a tab shows an error page before it goes on: without a moment's pause a tab that meets refusals only spins. */
  readonly pauseMs: number;
}

/** Tabs that load pages one after the other, each page as soon as the one before is there, until they are stopped. */
export async function openBusyTabs(browser: ExtensionBrowser, { seed, pauseMs }: TabsOptions): Promise<BusyTabs> {
  const pages: PageLoad[] = [];
  let stopped = false;
  let ids = 0;
  const loadOne = async (tab: Page, number: number, random: Random): Promise<void> => {
    if (!browser.browser.connected) throw new Error("the browser ended in the middle of the run");
    const id = ++ids;
    const url = addressOf(id, random);
    const beganAt = Date.now();
    const failure = await loadPage(tab, url, markOf(id));
    pages.push({ tab: number, id, url, beganAt, endedAt: Date.now(), failure });
    await (failure === null ? waitForImages(tab) : sleep(pauseMs));
  };
  const live = async (tab: Page, number: number): Promise<void> => {
    const random = createRandom(seed + number);
    while (!stopped) await loadOne(tab, number, random);
    await tab.close();
  };
  const tabs: Page[] = [];
  for (let i = 0; i < TABS; i++) tabs.push(await browser.browser.newPage());
  const lives = tabs.map((tab, i) => live(tab, i + 1));
  const failing = new AbortController();
  for (const life of lives) life.catch((error: unknown) => failing.abort(error));
  return {
    pages,
    failed: failing.signal,
    async stop() {
      stopped = true;
      await Promise.all(lives);
      return pages;
    },
  };
}

function addressOf(id: number, random: Random): string {
  const { scheme, host } = oneOf(random, SITES);
  return `${scheme}://${host}/page?n=${IMAGES}&host=i%25i.${host}&delay=${SITE_MS}&${markOf(id)}`;
}

const markOf = (id: number): string => `load=${id}.`;

/** The number of the load that a path which a site saw belongs to; null: it is none's document. */
export function loadIn(path: string): number | null {
  const [, id] = /^\/page\?.*&load=(\d+)\.$/.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}
