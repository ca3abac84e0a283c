import type { ReadonlySignal } from "@preact/signals";
import type { History } from "../../src/model/history.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { TabView, View } from "../../src/protocol/view.ts";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { Ask } from "../client.ts";
import { type Actions, createActions } from "./actions.ts";
import { createAnnouncements } from "./announcements.ts";
import { createMemberList, type MemberList } from "./member-list.ts";
import { createTab } from "./tab.ts";
import { createTemporary, type Temporary } from "./temporary.ts";
import { createViewStore, type ViewStore } from "./view-store.ts";

export interface Popup {
  readonly store: ViewStore;
  readonly list: MemberList;
  readonly tab: ReadonlySignal<TabView | null>;
  readonly temporary: Temporary;
  /** The last tests of a proxy; none when they cannot be had: there is all else to see. */
  readonly history: (tag: Tag) => Promise<History>;
  readonly actions: Actions;
  /** What a screen reader is to say now. */
  readonly announcement: ReadonlySignal<string>;
  readonly pages: BrowserPages;
}

export interface PopupParts {
  readonly ask: Ask;
  readonly subscribe: (take: (view: View) => void) => void;
  readonly pages: BrowserPages;
}

/** The popup without its looks. */
export function createPopup({ ask, subscribe, pages }: PopupParts): Popup {
  const store = createViewStore();
  const actions = createActions(ask);
  const list = createMemberList(store);
  const tab = createTab(store, pages, ask);
  const popup: Popup = {
    store,
    list,
    tab,
    temporary: createTemporary(store, tab, actions),
    history: (tag) => ask("history", tag).catch(() => []),
    actions,
    announcement: createAnnouncements(store, actions),
    pages,
  };
  subscribe(store.take);
  return popup;
}
