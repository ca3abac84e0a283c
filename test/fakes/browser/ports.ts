import { copy } from "./copy.ts";
import { type FakeEvent, fakeEvent } from "./event.ts";

export interface FakePort {
  readonly name: string;
  readonly sender: { readonly id: string };
  readonly onMessage: FakeEvent<[message: unknown]>;
  readonly onDisconnect: FakeEvent<[port: FakePort]>;
  postMessage(message: unknown): void;
  disconnect(): void;
}

interface End {
  readonly port: FakePort;
  hear(message: unknown): void;
  hangUp(): void;
}

/** Ports in pairs: what one end posts the other gets, later; the end that disconnects hears no `onDisconnect` itself. */
export function createPorts() {
  const open = new Set<FakePort>();
  const backgrounds = new Set<FakePort>();

  function end(name: string, sender: { readonly id: string }, other: () => End): End {
    const onMessage = fakeEvent<[message: unknown]>();
    const onDisconnect = fakeEvent<[port: FakePort]>();
    const port: FakePort = {
      name,
      sender,
      onMessage: onMessage.event,
      onDisconnect: onDisconnect.event,
      postMessage(message) {
        if (!open.has(port)) throw new Error("Attempting to use a disconnected port object");
        const sent = copy(message);
        queueMicrotask(() => other().hear(sent));
      },
      disconnect() {
        if (!open.delete(port)) return;
        open.delete(other().port);
        queueMicrotask(() => other().hangUp());
      },
    };
    open.add(port);
    return {
      port,
      hear: (message) => void (open.has(port) && onMessage.fire(message)),
      hangUp: () => void onDisconnect.fire(port),
    };
  }

  return {
    open(name: string, sender: { readonly id: string }) {
      const page: End = end(name, sender, () => background);
      const background: End = end(name, sender, () => page);
      backgrounds.add(background.port);
      return { page: page.port, background: background.port };
    },
    closeAll() {
      for (const port of backgrounds) port.disconnect();
      backgrounds.clear();
    },
    forget() {
      open.clear();
      backgrounds.clear();
    },
  };
}
