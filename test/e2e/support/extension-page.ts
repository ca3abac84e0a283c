import type { Page } from "puppeteer-core";
import { type ReplyMessage, type RequestName, type Requests, VIEW_PORT } from "../../../src/protocol/requests.ts";
import type { View } from "../../../src/protocol/view.ts";
import { PATIENCE_MS } from "./extension-browser.ts";
import { until } from "./until.ts";

/** What a page of the extension can do in either browser; both know `browser` or `chrome`, with promises. */
type Api = typeof chrome;

/** Asks the background as the popup does. Fails with its message when it says no. */
export async function ask<N extends RequestName>(
  page: Page,
  name: N,
  argument?: Parameters<Requests[N]>[0],
): Promise<Awaited<ReturnType<Requests[N]>>> {
  const text = await page.evaluate(
    async (ask, given) => {
      const api = (globalThis as { browser?: Api }).browser ?? chrome;
      return JSON.stringify(await api.runtime.sendMessage({ ask, with: JSON.parse(given) }));
    },
    name,
    JSON.stringify(argument ?? null),
  );
  const reply = (text === undefined ? null : JSON.parse(text)) as ReplyMessage<N> | null;
  if (reply === null) throw new Error(`nobody answered ${name}`);
  if (!reply.ok) throw new Error(`${name} was refused: ${reply.message}`);
  return reply.value;
}

/** Saves a configuration as the options page does. Fails with every problem when it is refused. */
export async function saveConfig(page: Page, config: object): Promise<void> {
  const { revision } = await ask(page, "readConfig");
  const outcome = await ask(page, "saveConfig", { text: JSON.stringify(config, null, 2), basedOn: revision });
  if (outcome.kind !== "saved") throw new Error(`the configuration was not saved: ${JSON.stringify(outcome)}`);
}

/** The popup's whole state, as the port gives it to who subscribes. */
export async function readView(page: Page): Promise<View> {
  const text = await page.evaluate(
    (name, patience) =>
      new Promise<string>((done, fail) => {
        const api = (globalThis as { browser?: Api }).browser ?? chrome;
        const timer = setTimeout(() => fail(new Error(`no view within ${patience} ms`)), patience);
        const listen = (): void => {
          const port = api.runtime.connect({ name });
          // As the popup does: the browser does not always tell that the background on the other side stopped.
          const silence = setTimeout(() => {
            port.disconnect();
            listen();
          }, 10_000);
          port.onMessage.addListener((view: unknown) => {
            clearTimeout(timer);
            clearTimeout(silence);
            port.disconnect();
            done(JSON.stringify(view));
          });
          // It may have reached a background that was about to stop.
          port.onDisconnect.addListener(() => {
            clearTimeout(silence);
            setTimeout(listen, 50);
          });
        };
        listen();
      }),
    VIEW_PORT,
    PATIENCE_MS,
  );
  return JSON.parse(text) as View;
}

/** The first state that is as wanted; `what` names it in the message when none comes. */
export async function waitForView(
  page: Page,
  what: string,
  isWanted: (view: View) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<View> {
  return until(
    what,
    async () => {
      const view = await readView(page);
      if (isWanted(view)) return view;
      throw new Error(JSON.stringify(view));
    },
    patienceMs,
  );
}
