import browser, { type Runtime } from "webextension-polyfill";
import { VIEW_PORT } from "../../src/protocol/requests.ts";
import type { View } from "../../src/protocol/view.ts";

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Subscribes to the view. The browser stops an idle background, which ends the port: it is opened again, which wakes
 * the background, and that sends a whole view at once.
 *
 * @returns ends the subscription
 */
export function subscribeView(take: (view: View) => void): () => void {
  let port: Runtime.Port | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open(): void {
    try {
      port = browser.runtime.connect({ name: VIEW_PORT });
    } catch {
      // The extension is being reloaded or updated: there is nobody to connect to for a while.
      openLater();
      return;
    }
    port.onMessage.addListener((message: unknown) => {
      failures = 0;
      take(message as View);
    });
    port.onDisconnect.addListener(openLater);
  }

  function openLater(): void {
    timer = setTimeout(open, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
    failures += 1;
  }

  open();
  return () => {
    clearTimeout(timer);
    port?.onDisconnect.removeListener(openLater);
    port?.disconnect();
  };
}
