import type { Page } from "puppeteer-core";
import type { ExtensionBrowser } from "./extension-browser.ts";
import { until } from "./until.ts";

const EVERY_MS = 5;
/**
 * It does not ask while so many have no answer: a machine that answers more slowly than it asks would answer nothing in the
 * end, since each request would be given up before its turn.
 */
const MOST_OPEN = 200;
const GIVEN_UP_MS = 10_000;

/** How a page's requests went, by what it saw itself. */
export interface Fared {
  readonly answered: number;
  readonly failed: number;
  /** Not ended yet. */
  readonly open: number;
}

/** A page of a site that asks for something every 5 ms, from its opening to its end. */
export interface BusyPage {
  readonly host: string;
  /** Resolves when as many more were answered. */
  answered(more: number): Promise<void>;
  /** Asks no more; resolves when all have ended. */
  stop(): Promise<Fared>;
}

interface Scope {
  busy: { answered: number; failed: number; open: number; timer: ReturnType<typeof setInterval> };
}

/** @param name makes its host: pages with different names are told apart by what the lab saw */
export async function openBusyPage(browser: ExtensionBrowser, name: string): Promise<BusyPage> {
  const host = `${name}.busy.example`;
  const page = await browser.visit(`https://${host}/page`);
  const how = { every: EVERY_MS, most: MOST_OPEN, patience: GIVEN_UP_MS };
  await page.evaluate(({ every, most, patience }) => {
    const scope = globalThis as unknown as Scope;
    const busy = { answered: 0, failed: 0, open: 0 };
    let count = 0;
    const ask = (): void => {
      if (busy.open >= most) return;
      busy.open++;
      // Each on its own: one that hangs must not keep the others back.
      fetch(`/via?${count++}`, { cache: "no-store", signal: AbortSignal.timeout(patience) })
        .then((answer) => answer.text())
        .then(
          () => busy.answered++,
          () => busy.failed++,
        )
        .finally(() => busy.open--);
    };
    scope.busy = Object.assign(busy, { timer: setInterval(ask, every) });
  }, how);
  return {
    host,
    async answered(more) {
      // Chrome slows the clock of a page that is not in front.
      await page.bringToFront();
      const before = (await fared(page)).answered;
      await until(`${more} more answers after ${before}`, async () => {
        const now = await fared(page);
        if (now.answered >= before + more) return true;
        throw new Error(JSON.stringify(now));
      });
    },
    async stop() {
      await page.evaluate(() => clearInterval((globalThis as unknown as Scope).busy.timer));
      await until("the last answers", () => page.evaluate(() => (globalThis as unknown as Scope).busy.open === 0));
      const how = await fared(page);
      await page.close();
      return how;
    },
  };
}

const fared = (page: Page): Promise<Fared> =>
  page.evaluate(() => {
    const { answered, failed, open } = (globalThis as unknown as Scope).busy;
    return { answered, failed, open };
  });
