import { beforeEach, expect, test } from "vitest";
import { browserLink } from "../../../background/adapters/browser-link.ts";
import type { Handlers } from "../../../background/ports/link.ts";
import { VIEW_PORT } from "../../../src/protocol/requests.ts";
import type { View } from "../../../src/protocol/view.ts";
import fake, { fakeBrowser } from "../../fakes/browser.ts";
import { view } from "../../popup/support/sample-view.ts";

beforeEach(() => fakeBrowser.reset());

const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done, 0));

test("a page that has just gone, which nobody has said yet, costs the other pages no view and the background nothing", async () => {
  const link = browserLink(
    {} as Handlers,
    async () => undefined,
    () => view([], [], { revision: 1 }),
  );
  const open = () => {
    const seen: number[] = [];
    const port = fake.runtime.connect({ name: VIEW_PORT });
    port.onMessage.addListener((message: unknown) => void seen.push((message as View).revision));
    return { port, seen };
  };
  const [going, staying] = [open(), open()];
  await settle();
  going.port.disconnect();
  link.publish(view([], [], { revision: 2 }));
  await settle();
  expect([going.seen, staying.seen, link.listening]).toEqual([[1], [1, 2], true]);
});
