import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { TabView } from "../../src/protocol/view.ts";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { Ask } from "../client.ts";
import type { ViewStore } from "./view-store.ts";

/** Every view may mean another member for the tab, but asking is work for the background. */
const ASK_EVERY_MS = 1_000;

/** Who serves the tab a person looks at; null: not known, or there is no tab. */
export function createTab(
  store: ViewStore,
  pages: Pick<BrowserPages, "activeTab">,
  ask: Ask,
): ReadonlySignal<TabView | null> {
  const tab = signal<TabView | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;

  async function read(): Promise<void> {
    const active = await pages.activeTab();
    if (active === null) {
      tab.value = null;
      return;
    }
    const { url, tabId, isPrivate, container } = active;
    const view = await ask("tab", { url, tabId, container });
    // Chrome writes a rule's site into its settings on the disk.
    tab.value = isPrivate ? { ...view, site: null } : view;
  }

  function readSoon(): void {
    if (timer !== undefined) {
      again = true;
      return;
    }
    again = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (again) readSoon();
    }, ASK_EVERY_MS);
    // A background that cannot answer this says so by other means; the line is then left as it was.
    read().catch(() => undefined);
  }

  effect(() => {
    if (store.view.value) readSoon();
  });
  return tab;
}
