import browser from "webextension-polyfill";
import type { RunStore } from "../ports/store.ts";

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
