import { type ReadonlySignal, signal } from "@preact/signals";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { Actions } from "./actions.ts";

/** Whether WebRTC is kept from sending past the proxies. */
export interface WebRtcChoice {
  /** The browser was not given the permission when it was asked for last. */
  readonly denied: ReadonlySignal<boolean>;
  /** Must be called straight from a click: the browser may have to ask for a permission. */
  choose(closed: boolean): Promise<void>;
}

export function createWebRtcChoice(actions: Pick<Actions, "run">, pages: BrowserPages): WebRtcChoice {
  const denied = signal(false);
  return {
    denied,
    async choose(closed) {
      denied.value = false;
      if (closed && !(await pages.requestPermission("privacy"))) {
        denied.value = true;
        return;
      }
      await actions.run("setWebRtc", closed);
    },
  };
}
