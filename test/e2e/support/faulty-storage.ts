import type { Page } from "puppeteer-core";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { copyExtension, type ExtensionCopy } from "./extension-copy.ts";

/** How a store may fail its readers. */
export const STORAGE_FAULTS = ["rejects", "hangs"] as const;

/** Runs first in the background, and lets reads of the settings fail in the way that `storage.session` names. */
const FAULT = `
const { local, session } = (globalThis.browser ?? chrome).storage;
const get = local.get.bind(local);
const faulty = async (...keys) => {
  const { fault } = await session.get("fault");
  if (fault === "rejects") throw new Error("a store that fails");
  return fault === "hangs" ? new Promise(() => {}) : get(...keys);
};
local.get = faulty;
if (globalThis.chrome) chrome.storage.local.get = faulty;
`;

/** A copy of a browser's build whose settings cannot be read while `spoilStorage` says so. */
export function createFaultyStorage(kind: BrowserKind): ExtensionCopy {
  const copy = copyExtension(kind);
  copy.before(FAULT);
  return copy;
}

/** @param how null: it works again */
export const spoilStorage = (page: Page, how: (typeof STORAGE_FAULTS)[number] | null): Promise<void> =>
  page.evaluate(async (fault) => {
    const { session } = ((globalThis as { browser?: typeof chrome }).browser ?? chrome).storage;
    await session.set({ fault });
  }, how);
