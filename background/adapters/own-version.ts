import browser from "webextension-polyfill";

/** The version of the extension. */
export const ownVersion = (): string => browser.runtime.getManifest().version;
