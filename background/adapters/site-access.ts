import browser from "webextension-polyfill";

/** Whether the person lets the extension at all sites, which can be taken away at any time. */
export interface SiteAccess {
  readonly granted: boolean;
  /** Asks the browser again; whether it is granted. */
  read(): Promise<boolean>;
}

const ALL = { origins: ["<all_urls>"] };

/** @param changed called when access was given or taken away; what is granted is known by then */
export function watchSiteAccess(changed: () => void): SiteAccess {
  let granted = true;

  async function read(): Promise<boolean> {
    // A browser that cannot say leaves it as it was known.
    granted = await browser.permissions.contains(ALL).catch(() => granted);
    return granted;
  }

  async function compare(): Promise<void> {
    const before = granted;
    if ((await read()) !== before) changed();
  }

  browser.permissions.onAdded.addListener(() => void compare());
  browser.permissions.onRemoved.addListener(() => void compare());
  return {
    get granted() {
      return granted;
    },
    read,
  };
}
