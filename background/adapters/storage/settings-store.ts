import browser from "webextension-polyfill";
import { fail, ok } from "../../../src/lib/result.ts";
import { createBegunEarly } from "../../lib/begun-early.ts";
import { withinTime } from "../../lib/within-time.ts";
import type { Settings, SettingsStore } from "../../ports/store.ts";
import { FRESH, isFull, settingsFrom, versionsFrom } from "./settings-read.ts";

/** On, with nothing to route by: everything is blocked until a person enters something, or switches off. */
const LOST: Pick<Settings, "mode"> = { mode: "balanced" };

/**
 * A store that was lost looks like a fresh install, for which everything goes directly. But then the browser's proxy setting
 * is not ours: it is while we are on, and goes when we are switched off or removed.
 */
async function holdsProxySetting(): Promise<boolean> {
  try {
    const { levelOfControl } = await browser.proxy.settings.get({});
    return levelOfControl === "controlled_by_this_extension";
  } catch {
    return false; // Firefox without access to private windows has none of ours
  }
}

/** A store that never answers counts as one that fails, and is asked again. */
const PATIENCE_MS = 10_000;
/** The fields, without the former versions: they are ten times as long, and only looked at. */
export const settingsRead = createBegunEarly(() => browser.storage.local.get(Object.keys(FRESH)));

/**
 * `storage.local`, one key a field. A field that is there but is not what it should be makes the read fail: it is kept
 * as it is and everything is blocked, rather than taken for nothing and written over.
 */
export const settingsStore: SettingsStore = {
  async read() {
    try {
      const raw = await withinTime(settingsRead.read(), PATIENCE_MS);
      const isLost = Object.keys(raw).length === 0 && (await holdsProxySetting());
      return settingsFrom(isLost ? LOST : raw);
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
      return fail({ message: String(error), isFull: isFull(String(error)) });
    }
  },
};
