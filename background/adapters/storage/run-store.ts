import browser from "webextension-polyfill";
import { withinTime } from "../../lib/within-time.ts";
import type { Checked, CheckedStore, RunStore } from "../../ports/store.ts";
import { readSession } from "./read-session.ts";

const RUN = "run ";
/** Each step waits for its write. */
const PATIENCE_MS = 10_000;

/** `storage.session`, one key a part: a woken background decides after one read. */
export const runStore: RunStore = {
  async read() {
    const parts = Object.entries(await readSession()).flatMap(([key, part]): [string, string][] =>
      key.startsWith(RUN) && typeof part === "string" ? [[key.slice(RUN.length), part]] : [],
    );
    return Object.fromEntries(parts);
  },
  write: (parts) => {
    const named = Object.fromEntries(Object.entries(parts).map(([name, part]) => [RUN + name, part]));
    return withinTime(browser.storage.session.set(named), PATIENCE_MS);
  },
};

/** Another version of the extension may read a configuration in another way. */
const CHECKED = `checked ${browser.runtime.getManifest().version}`;

/** Our own writing, so its inside is trusted. */
export const checkedStore: CheckedStore = {
  async read() {
    try {
      return ((await readSession())[CHECKED] ?? null) as Checked | null;
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
