import browser from "webextension-polyfill";
import type { GatewayNames } from "./gateway-names.ts";

const KEY = "gatewayNames";

/** Keeps which account was told by which spelling, as hashes, where an update of the extension finds it again. */
export interface KeptNames {
  /** Resolves when what was kept is known. Never rejects. */
  readonly read: Promise<void>;
  /** To be called before accounts are told by names that are new. Never rejects. */
  write(): Promise<void>;
}

/**
 * `storage.local`: Firefox keeps accounts until it ends, longer than the extension runs, and with it `storage.session`,
 * when it is updated or switched off and on (measured: one account went out as another). A start of the browser ends what it
 * kept. A store that fails is passed over: the names hold for as long as the extension runs.
 */
export function keepNames(names: GatewayNames): KeptNames {
  let written = "";
  const read = browser.storage.local.get(KEY).then(
    ({ [KEY]: saved }) => {
      written = JSON.stringify(saved);
      names.load(saved);
    },
    () => {},
  );

  async function write(): Promise<void> {
    const saved = names.save();
    if (JSON.stringify(saved) === written) return;
    await browser.storage.local.set({ [KEY]: saved }).then(
      () => {
        written = JSON.stringify(saved);
      },
      () => {},
    );
  }

  browser.runtime.onStartup.addListener(() => {
    void read.then(() => {
      names.begin();
      return write();
    });
  });
  return { read, write };
}
