import browser from "webextension-polyfill";
import type { OpenRequest } from "../connections/open-request.ts";

/**
 * Ends what tabs are loading. Loading a page again needs no permission; stopping a page needs "scripting", which a person
 * gives or not. What the browser refuses (its own pages, a tab that has just been closed) is left alone.
 *
 * @param sendsForm whether to load a tab's page again, at this address, might send a form again: Chrome does not ask then
 */
export const createTabActions = (sendsForm: (tab: number, shown: string) => boolean) => ({
  async restartLoad({ tab, url, headedAt }: OpenRequest): Promise<boolean> {
    if (url === null) return false;
    try {
      const { status, url: shown } = await browser.tabs.get(tab);
      // A background that was stopped in the middle may have missed the page's end: nobody's finished page is touched.
      if (status !== "loading") return false;
      if (headedAt === null) {
        // The page to come: the tab still shows the one before, so to reload it would load that.
        await browser.tabs.update(tab, { url });
        return true;
      }
      // An answer that the tab does not show is a download.
      if (shown === undefined || withoutFragment(shown) !== withoutFragment(url) || sendsForm(tab, shown)) return false;
      await browser.tabs.reload(tab);
      return true;
    } catch {
      return false;
    }
  },

  async stopTab(tab: number): Promise<void> {
    try {
      await browser.scripting?.executeScript({ target: { tabId: tab, allFrames: true }, func: () => window.stop() });
    } catch {
      // See above.
    }
  },

  async reloadTab(tab: number): Promise<void> {
    try {
      const shown = (await browser.tabs.get(tab)).url;
      if (shown !== undefined && !sendsForm(tab, shown)) await browser.tabs.reload(tab);
    } catch {
      // See above.
    }
  },
});

const withoutFragment = (url: string): string => url.replace(/#.*$/s, "");
