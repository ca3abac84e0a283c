import browser, { type Runtime } from "webextension-polyfill";
import { type ReplyMessage, type RequestMessage, type RequestName, VIEW_PORT } from "../../src/protocol/requests.ts";
import type { View } from "../../src/protocol/view.ts";
import type { Handlers, Link } from "../ports/link.ts";

/**
 * Listens to the extension's own pages. Registered at once; requests wait for `ready`.
 *
 * @param handlers one for each request of the protocol
 * @param ready when what was known before is known again, for a request or for the view
 * @param current the view of now, for a popup that has just opened
 */
export function browserLink(
  handlers: Handlers,
  ready: (asked: RequestName | "view") => Promise<unknown>,
  current: () => View,
): Link {
  const ports = new Set<Runtime.Port>();

  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    if (sender.id !== browser.runtime.id || !isRequest(message, handlers)) return undefined;
    return ready(message.ask).then(() => reply(handlers, message));
  });

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== VIEW_PORT || port.sender?.id !== browser.runtime.id) return;
    ports.add(port);
    port.onDisconnect.addListener(() => void ports.delete(port));
    void ready("view").then(() => ports.has(port) && post(port, current()));
  });

  return {
    publish(view) {
      for (const port of ports) post(port, view);
    },
    get listening() {
      return ports.size > 0;
    },
  };
}

/** A page may have gone without a word so far: that is no fault of who has something to show. */
function post(port: Runtime.Port, view: View): void {
  try {
    port.postMessage(view);
  } catch {
    // Its end is told soon.
  }
}

async function reply<N extends RequestName>(
  handlers: Handlers,
  { ask, with: asked }: RequestMessage<N>,
): Promise<ReplyMessage<N>> {
  try {
    return { ok: true, value: await handlers[ask](asked) } as ReplyMessage<N>;
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function isRequest(message: unknown, handlers: Handlers): message is RequestMessage {
  if (typeof message !== "object" || message === null || !("ask" in message)) return false;
  return typeof message.ask === "string" && Object.hasOwn(handlers, message.ask);
}
