import { copy } from "./copy.ts";
import { fakeEvent } from "./event.ts";
import { createPorts, type FakePort } from "./ports.ts";

const ID = "fake-extension";
const SENDER = { id: ID };

/** Messages and ports between pages and background, copied as JSON on the way, as Chrome does. */
export function fakeRuntime() {
  const onMessage = fakeEvent<[message: unknown, sender: { readonly id: string }], Promise<unknown> | undefined>();
  const onConnect = fakeEvent<[port: FakePort]>();
  const ports = createPorts();

  async function sendMessage(message: unknown): Promise<unknown> {
    if (!onMessage.event.hasListeners()) {
      throw new Error("Could not establish connection. Receiving end does not exist.");
    }
    const answers = onMessage.fire(copy(message), SENDER);
    const answer = await answers.find((given) => given instanceof Promise);
    return copy(answer ?? null);
  }

  function connect({ name }: { name: string }): FakePort {
    const { page, background } = ports.open(name, SENDER);
    queueMicrotask(() => {
      if (onConnect.event.hasListeners()) onConnect.fire(background);
      else background.disconnect();
    });
    return page;
  }

  return {
    api: { id: ID, sendMessage, onMessage: onMessage.event, connect, onConnect: onConnect.event },
    stopBackground: ports.closeAll,
    reset() {
      onMessage.clear();
      onConnect.clear();
      ports.forget();
    },
  };
}
