import browser from "webextension-polyfill";
import type { TemporaryRule } from "../../../src/model/temporary-rule.ts";
import type { TemporaryStore } from "../../ports/temporary-store.ts";
import { readSession } from "./read-session.ts";

const KEY = "temporary";

/** Our own writing, so its inside is trusted. */
export const temporaryStore: TemporaryStore = {
  async read() {
    return ((await readSession())[KEY] ?? []) as readonly TemporaryRule[];
  },
  write: (rules) => browser.storage.session.set({ [KEY]: rules }),
};
