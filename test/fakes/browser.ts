import { fakeI18n } from "./browser/i18n.ts";
import { fakeRuntime } from "./browser/runtime.ts";
import { strict } from "./browser/strict.ts";

/** A tab as far as the pages ask for it. */
export interface FakeTab {
  readonly id: number;
  readonly url?: string;
}

const i18n = fakeI18n();
const runtime = fakeRuntime();

/** What a test sets, and what the pages did. */
export const fakeBrowser = {
  i18n: i18n.state,
  activeTab: undefined as FakeTab | undefined,
  /** The answer of the person who is asked for a permission. */
  grants: true,
  asked: [] as unknown[],
  optionsOpened: 0,
  /** Ends every port from the background's side, as when the browser stops it. Its listeners stay: it can be woken. */
  stopBackground: runtime.stopBackground,
  /** A fresh browser: no listener, no port, English. */
  reset(): void {
    i18n.reset();
    runtime.reset();
    Object.assign(this, { activeTab: undefined, grants: true, asked: [], optionsOpened: 0 });
  },
};

/**
 * Stands for `webextension-polyfill` in unit tests. Pages and background live in one: what a page sends reaches the
 * listeners here, as a copy, as between contexts. Whatever it does not have throws.
 */
export default strict("browser", {
  i18n: i18n.api,
  runtime: strict("browser.runtime", {
    ...runtime.api,
    async openOptionsPage() {
      fakeBrowser.optionsOpened += 1;
    },
  }),
  tabs: strict("browser.tabs", {
    async query(wanted: { active?: boolean; currentWindow?: boolean }) {
      if (!wanted.active || !wanted.currentWindow) throw new Error("the fake knows the active tab of this window only");
      return fakeBrowser.activeTab ? [fakeBrowser.activeTab] : [];
    },
  }),
  permissions: strict("browser.permissions", {
    async request(permissions: unknown) {
      fakeBrowser.asked.push(permissions);
      return fakeBrowser.grants;
    },
  }),
});
