import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";

/** A person's patience: what has not come by then has failed. */
export const PATIENCE_MS = 35_000;
/** How long a page's images are waited for once its text is there. */
const IMAGES_MS = 3_000;
const LOOK_EVERY_MS = 250;

/** What the browsers say when a load was ended for another one of the same tab, as by a reload. */
const REPLACED = /ERR_ABORTED|NS_BINDING_ABORTED|aborted|detached|frame was/i;

/**
 * Loads an address in a tab as a person does who waits for the page: until its document is there, an error page is shown, or
 * patience ends. What loads the page again meanwhile, as Switchyard may, is waited for too.
 *
 * @param mark a part of the address by which the page is known
 * @returns why it failed; null: it came
 */
export async function loadPage(tab: Page, address: string, mark: string): Promise<string | null> {
  const deadline = Date.now() + PATIENCE_MS;
  try {
    const answer = await tab.goto(address, { waitUntil: "domcontentloaded", timeout: PATIENCE_MS });
    if (answer === null) return "no answer";
    return answer.status() === 200 ? null : `answered ${answer.status()}`;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (REPLACED.test(said) && (await comesAfterAll(tab, mark, deadline))) return null;
    return shortened(said);
  }
}

/** Waits for the rest of a page that is there: what its images do is not what is measured, but a tab has them. */
export async function waitForImages(tab: Page): Promise<void> {
  const whole = tab.evaluate(async () => {
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  });
  const end = new AbortController();
  await Promise.race([whole.catch(() => {}), sleep(IMAGES_MS, null, { signal: end.signal }).catch(() => {})]);
  end.abort();
}

async function comesAfterAll(tab: Page, mark: string, deadline: number): Promise<boolean> {
  const isThere = (): Promise<boolean> =>
    tab
      .evaluate((wanted) => location.href.includes(wanted) && document.readyState !== "loading", mark)
      .catch(() => false);
  while (Date.now() < deadline) {
    if (await isThere()) return true;
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Without the address, which is known, and what follows it. */
function shortened(said: string): string {
  const [first = ""] = said.split("\n");
  return /timeout/i.test(first)
    ? `hung for ${PATIENCE_MS / 1_000} s`
    : first.replace(/ at https?:.*$/, "").slice(0, 100);
}
