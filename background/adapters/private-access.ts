import browser from "webextension-polyfill";
import { withinTime } from "../lib/within-time.ts";

/** It answers within milliseconds. Routing waits for it, and is never held up by a browser that says nothing. */
const PATIENCE_MS = 2_000;

/** Whether the person lets the extension run in private windows. Both browsers start it anew when that changes. */
export interface PrivateAccess {
  /** As it was read last; until then true, which warns of nothing. */
  readonly granted: boolean;
  /** Asks the browser again. Never rejects: a browser that cannot say leaves it as it was known. */
  read(): Promise<boolean>;
}

export function createPrivateAccess(): PrivateAccess {
  let granted = true;
  return {
    get granted() {
      return granted;
    },
    async read() {
      granted = await withinTime(browser.extension.isAllowedIncognitoAccess(), PATIENCE_MS).catch(() => granted);
      return granted;
    },
  };
}
