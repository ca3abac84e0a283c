import { effect, type ReadonlySignal } from "@preact/signals";
import type { ConfigProblem, View } from "../../src/protocol/view.ts";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { Ask } from "../client.ts";
import { type Actions, createActions } from "./actions.ts";
import { type AddressBox, createAddressBox } from "./address-box.ts";
import { createConfigCheck } from "./config-check.ts";
import { type ConfigDraft, createConfigDraft } from "./config-draft.ts";
import { type ConnectionChoice, createConnectionChoice } from "./connection-choice.ts";
import { createLog, type Log } from "./log.ts";
import { createPaste, type Paste } from "./paste.ts";
import { createVersions, type Versions } from "./versions.ts";
import { createViewStore, type ViewStore } from "./view-store.ts";
import { createWebRtcChoice, type WebRtcChoice } from "./web-rtc-choice.ts";

export interface Options {
  readonly store: ViewStore;
  readonly actions: Actions;
  readonly pages: BrowserPages;
  readonly draft: ConfigDraft;
  readonly problems: ReadonlySignal<readonly ConfigProblem[]>;
  readonly paste: Paste;
  readonly versions: Versions;
  readonly connections: ConnectionChoice;
  readonly log: Log;
  readonly address: AddressBox;
  readonly webRtc: WebRtcChoice;
}

interface OptionsParts {
  readonly ask: Ask;
  readonly subscribe: (take: (view: View) => void) => void;
  readonly onReturn: (then: () => void) => void;
  readonly pages: BrowserPages;
}

/** The options page without its looks. */
export function createOptions({ ask, subscribe, onReturn, pages }: OptionsParts): Options {
  const store = createViewStore();
  const draft = createConfigDraft(ask, () => letForget(ask, pages));
  // A view does not say that the configuration was saved elsewhere, but these change with it.
  effect(() => {
    void [store.final.value, store.groupTags.value, store.memberTags.value, store.control.value];
    void draft.refresh();
  });
  const actions = createActions(ask);
  const address = createAddressBox({ ask, store, pages });
  onReturn(() => {
    void draft.refresh();
    void address.refresh();
  });
  subscribe(store.take);
  return {
    store,
    actions,
    pages,
    draft,
    problems: createConfigCheck(draft.text),
    paste: createPaste(draft),
    versions: createVersions(ask),
    connections: createConnectionChoice(draft, pages),
    log: createLog(ask),
    address,
    webRtc: createWebRtcChoice(actions, pages),
  };
}

/**
 * After an edit: when a proxy is held back until the browser forgets its former account, asks for the permission that this
 * takes. Without it the proxy stays held back, and says so. To be called straight from a click.
 */
async function letForget(ask: Ask, pages: Pick<BrowserPages, "requestPermission">): Promise<void> {
  const held = await ask("heldBack").catch(() => []);
  if (held.length > 0) await pages.requestPermission("browsingData").catch(() => false);
}
