import browser from "webextension-polyfill";
import { type HiddenHints, hiddenHints } from "./hidden-hints.ts";

/** A tab a person looks at. */
export interface ActiveTab {
  readonly url: string;
  readonly tabId: number;
  readonly isPrivate: boolean;
  /** As Firefox names it; "": the browser has no containers. */
  readonly container: string;
}

/** Whose pages and words a person finds a switch by. */
export type BrowserFamily = "chrome" | "firefox";

/** What the popup needs of the browser besides the background. */
export interface BrowserPages {
  readonly family: BrowserFamily;
  /** Null: there is none, or the browser does not say its address (no access to it). */
  activeTab(): Promise<ActiveTab | null>;
  /** The containers that tabs are open in, and the two that every Firefox has; none in a browser without containers. */
  containers(): Promise<readonly string[]>;
  openSettings(): Promise<void>;
  /** The browser's own page about the extension. Firefox lets no extension open it. */
  openOwnPage(): Promise<void>;
  /** Asks the person for access to all sites. Must be called straight from a click. */
  requestAccess(): Promise<boolean>;
  /** Asks the person for one of the permissions that are optional. Must be called straight from a click. */
  requestPermission(name: "scripting" | "downloads" | "browsingData" | "privacy"): Promise<boolean>;
  readonly hints: HiddenHints;
}

export const browserPages: BrowserPages = {
  family: browser.runtime.getURL("").startsWith("moz-extension:") ? "firefox" : "chrome",
  async activeTab() {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    if (tab?.url === undefined || tab.id === undefined) return null;
    return { url: tab.url, tabId: tab.id, isPrivate: tab.incognito, container: tab.cookieStoreId ?? "" };
  },
  async containers() {
    const tabs = await browser.tabs.query({});
    const open = tabs.flatMap(({ cookieStoreId }) => cookieStoreId ?? []);
    return open.length === 0 ? [] : [...new Set(["firefox-default", "firefox-private", ...open.toSorted()])];
  },
  openSettings: () => browser.runtime.openOptionsPage(),
  async openOwnPage() {
    await browser.tabs.create({ url: `chrome://extensions/?id=${browser.runtime.id}` });
  },
  requestAccess: () => browser.permissions.request({ origins: ["<all_urls>"] }),
  requestPermission: (name) => browser.permissions.request({ permissions: [name] }),
  hints: hiddenHints,
};
