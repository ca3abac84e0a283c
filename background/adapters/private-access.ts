import browser from "webextension-polyfill";

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
      granted = await browser.extension.isAllowedIncognitoAccess().catch(() => granted);
      return granted;
    },
  };
}
