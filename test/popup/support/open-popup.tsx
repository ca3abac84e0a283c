import { act } from "preact/test-utils";
import { createPopup } from "../../../popup/models/popup.ts";
import { PopupApp } from "../../../popup/views/popup-app.tsx";
import type { History } from "../../../src/model/history.ts";
import type { TabView, View } from "../../../src/protocol/view.ts";
import { openPage } from "./page.tsx";

/** The popup over this view, and all it asks of the background and the browser. */
export async function openPopup(first: View | null, tab: TabView | null = null, history: History = []) {
  const asked: unknown[][] = [];
  const done: string[] = [];
  let show: (view: View) => void = () => undefined;
  const popup = createPopup({
    ask: async (name, ...given) => {
      if (name === "tab") return tab as never;
      asked.push([name, ...given]);
      if (name === "history") return history as never;
      return undefined as never;
    },
    subscribe: (take) => {
      show = take;
      if (first) take(first);
    },
    pages: {
      family: "firefox",
      activeTab: async () => (tab ? { url: `https://${tab.host}/`, tabId: 1, isPrivate: false, container: "" } : null),
      containers: async () => [],
      openSettings: async () => void done.push("settings"),

      openOwnPage: async () => void done.push("own page"),
      requestPermission: async () => true,
      requestAccess: async () => done.push("access") > 0,
      hints: { isHidden: () => false, hide: (hint) => void done.push(`hide ${hint}`) },
    },
  });
  const page = await openPage(<PopupApp popup={popup} />);
  return {
    page,
    asked,
    done,
    /** The background publishes another view. */
    show: (view: View) => act(async () => show(view)),
  };
}
