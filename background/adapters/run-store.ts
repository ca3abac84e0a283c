import browser from "webextension-polyfill";
import type { Checked, CheckedStore, RunStore } from "../ports/store.ts";

const KEY = "run";

/** `storage.session`, one record: a woken background decides after one read. */
export const runStore: RunStore = {
  async read() {
    try {
      return (await browser.storage.session.get(KEY))[KEY] ?? null;
    } catch {
      return null;
    }
  },
  write: (record) => browser.storage.session.set({ [KEY]: record }),
};

/** Another version of the extension may read a configuration in another way. */
const CHECKED = `checked ${browser.runtime.getManifest().version}`;

/** Our own writing, so its inside is trusted. */
export const checkedStore: CheckedStore = {
  async read() {
    try {
      return ((await browser.storage.session.get(CHECKED))[CHECKED] ?? null) as Checked | null;
    } catch {
      return null;
    }
  },
  async write(checked) {
    try {
      await browser.storage.session.set({ [CHECKED]: checked });
    } catch {
      // Over the browser's quota: it is checked again at each wake.
    }
  },
};
