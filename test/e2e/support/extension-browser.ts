import type { Browser, Page } from "puppeteer-core";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";

/** A browser with the extension in it, whose every name leads to the lab. */
export interface ExtensionBrowser {
  readonly kind: BrowserKind;
  readonly browser: Browser;
  /** The extension's own address, such as `chrome-extension://…`, without a slash at the end. */
  readonly origin: string;
  /** Opens a page of the extension, such as `popup/index.html`, in a tab; ready when its document is. */
  open(path: string): Promise<Page>;
  /** Opens a tab at an address; an error page is a result too: see `load` for one that must answer. */
  visit(address: string): Promise<Page>;
  /** Stops the background as the browser does when it has been idle; the next event wakes it. */
  stopBackground(): Promise<void>;
  /** Takes away, or gives back, the access to all sites, as a person does in the browser's page of extensions. */
  withdrawAccess(): Promise<void>;
  giveAccess(): Promise<void>;
  /**
   * Allows the extension in private windows, or no longer, as a person does in the browser's page of extensions. The browser
   * starts the extension anew for it: pages of it that were open are gone.
   */
  setPrivateAccess(allowed: boolean): Promise<void>;
  /** Looks at an address in a private window, as a person does, whether the extension is allowed there or not. */
  visitPrivately(address: string): Promise<void>;
  /** Takes the network away, as far as the extension's background is told of it, or gives it back. The lab is still reached in Chromium. */
  setOffline(offline: boolean): Promise<void>;
  /** Ends the browser and starts it again on the same profile: a new run of the extension. */
  restart(): Promise<ExtensionBrowser>;
  /** Ends it and removes its profile. Does no harm when it is gone already. */
  close(): Promise<void>;
}

/** What a regular window's requests have for a container. */
export const regularContainer = (kind: BrowserKind): string => (kind === "firefox" ? "firefox-default" : "");

export interface LaunchOptions {
  /** The built extension's folder: dist/chrome or dist/firefox. */
  readonly extension: string;
  /** True when unset. */
  readonly headless?: boolean;
  /** The window's size, in a browser that has one. */
  readonly window?: { readonly width: number; readonly height: number };
  /** A BCP 47 tag for the browser's own language. */
  readonly language?: string;
  /** Whether Ctrl+C ends the browser by itself; a script that cleans up more turns it off. True when unset. */
  readonly handleSignals?: boolean;
  /** What starts the browser in place of its own program, and hands its arguments on. */
  readonly program?: string;
  /** The identifier of the extension that this program installs by itself (Chromium). */
  readonly installed?: string;
  /** More arguments of the program. */
  readonly args?: readonly string[];
}

/** How long a browser may take for what it does in a second or two. */
export const PATIENCE_MS = 30_000;
