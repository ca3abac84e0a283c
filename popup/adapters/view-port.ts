import browser, { type Runtime } from "webextension-polyfill";
import { VIEW_PORT } from "../../src/protocol/requests.ts";
import type { View } from "../../src/protocol/view.ts";

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** A background that starts sends its first view well within a second, a busy one within two. */
const FIRST_VIEW_MS = 10_000;

/**
 * Subscribes to the view. The browser stops an idle background, which ends the port: it is opened again, which wakes
 * the background, and that sends a whole view at once. So is a port on which no view comes: the background that it reached
 * may have stopped at that moment, and the browser does not always say so.
 *
 * @returns ends the subscription
 */
export function subscribeView(take: (view: View) => void): () => void {
  let port: Runtime.Port | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open(): void {
    try {
      port = browser.runtime.connect({ name: VIEW_PORT });
    } catch {
      // The extension is being reloaded or updated: there is nobody to connect to for a while.
      openLater();
      return;
    }
    silence = setTimeout(openAnew, FIRST_VIEW_MS);
    port.onMessage.addListener((message: unknown) => {
      clearTimeout(silence);
      failures = 0;
      take(message as View);
    });
    port.onDisconnect.addListener(openLater);
  }

  /** Our own end of a port is not told to us. */
  function openAnew(): void {
    port?.onDisconnect.removeListener(openLater);
    port?.disconnect();
    open();
  }

  function openLater(): void {
    clearTimeout(silence);
    timer = setTimeout(open, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
    failures += 1;
  }

  open();
  return () => {
    clearTimeout(timer);
    clearTimeout(silence);
    port?.onDisconnect.removeListener(openLater);
    port?.disconnect();
  };
}
