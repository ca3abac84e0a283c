import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { routesByUs } from "../../src/protocol/view.ts";
import type { Popup } from "../models/popup.ts";
import { Banners } from "./banner.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Header } from "./header.tsx";
import { ListHead } from "./list-head.tsx";
import { Loading } from "./loading.tsx";
import { MemberList } from "./member-list.tsx";
import { NowServing } from "./now-serving.tsx";
import { RoutePicker } from "./route-picker.tsx";
import { TabLine } from "./tab-line.tsx";
import { TemporaryRules } from "./temporary-rules.tsx";

export function PopupApp({ popup }: { popup: Popup }): JSX.Element {
  return (
    <>
      {/* First, because what is hidden at the end of a page makes it a little longer than it looks. */}
      <p class="sr-only" aria-live="polite">
        {popup.announcement}
      </p>
      <Header popup={popup} />
      <Banners {...popup} onSettings={() => void popup.pages.openSettings()} />
      <Body popup={popup} />
    </>
  );
}

function Body({ popup }: { popup: Popup }): JSX.Element | null {
  const { store } = popup;
  const state = useComputed(() => {
    if (store.view.value === null) return "loading";
    return store.memberTags.value.length === 0 ? "empty" : "full";
  }).value;
  if (state === "loading") return <Loading />;
  const control = store.control.value;
  // Proxies that cannot be shown are there all the same: the banner says why, and what to do.
  const isKnown = control.kind !== "blocked" || control.why === "no-config";
  if (state === "empty") return isKnown ? <EmptyState popup={popup} /> : null;
  // What would carry a request is not said while requests go another way: the banner says which.
  const routed = control.kind === "off" || routesByUs(control);
  return (
    <main class="body">
      <div class="summary">
        {routed && <NowServing popup={popup} />}
        <RoutePicker popup={popup} />
        {routed && <TabLine popup={popup} />}
        <TemporaryRules temporary={popup.temporary} />
      </div>
      <ListHead popup={popup} />
      <MemberList popup={popup} />
    </main>
  );
}
