import browser from "webextension-polyfill";
import { fail, ok } from "../../src/lib/result.ts";
import type { SettingsStore } from "../ports/store.ts";
import { FRESH, settingsFrom, versionsFrom } from "./settings-read.ts";

/**
 * `storage.local`, one key a field. A field that is there but is not what it should be makes the read fail: it is kept
 * as it is and everything is blocked, rather than taken for nothing and written over.
 */
export const settingsStore: SettingsStore = {
  async read() {
    try {
      return settingsFrom(await browser.storage.local.get(Object.keys(FRESH)));
    } catch (error) {
      return fail(String(error));
    }
  },
  async readVersions() {
    try {
      return versionsFrom(await browser.storage.local.get("versions"));
    } catch (error) {
      return fail(String(error));
    }
  },
  async write(change) {
    try {
      await browser.storage.local.set(change);
      return ok(null);
    } catch (error) {
      return fail(String(error));
    }
  },
};
