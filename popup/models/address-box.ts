import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AddressView } from "../../src/protocol/address-view.ts";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { Ask } from "../client.ts";
import type { ViewStore } from "./view-store.ts";

/** A person who types is not read over the shoulder at each key. */
const QUIET_MS = 150;
/** Every view may mean another way, but asking is work for the background. */
const ASK_EVERY_MS = 1_000;

/** A typed address, and what the rules make of it as things stand. */
export interface AddressBox {
  readonly text: Signal<string>;
  /** The container that it would be opened in. */
  readonly container: Signal<string>;
  /** Those to choose from; none in a browser without containers. */
  readonly containers: ReadonlySignal<readonly string[]>;
  /** Null: nothing was typed, or nobody answered. */
  readonly found: ReadonlySignal<AddressView | null>;
  /** Reads anew which containers there are: tabs are opened and closed while the page stands. */
  refresh(): Promise<void>;
}

interface AddressParts {
  readonly ask: Ask;
  readonly store: Pick<ViewStore, "view">;
  readonly pages: Pick<BrowserPages, "containers">;
}

export function createAddressBox({ ask, store, pages }: AddressParts): AddressBox {
  const text = signal("");
  const container = signal("");
  const containers = signal<readonly string[]>([]);
  const found = signal<AddressView | null>(null);
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function refresh(): Promise<void> {
    containers.value = await pages.containers().catch(() => []);
    if (!containers.value.includes(container.peek())) container.value = containers.value[0] ?? "";
  }

  async function look(): Promise<void> {
    const number = ++asked;
    const address = text.peek().trim();
    const within = container.peek();
    const answer = address === "" ? null : await ask("explain", { address, container: within }).catch(() => null);
    // Answers may come in another order than they were asked for.
    if (number === asked) found.value = answer;
  }

  function lookIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void look();
    }, ms);
  }

  effect(() => {
    void [text.value, container.value];
    lookIn(QUIET_MS);
  });
  effect(() => {
    // Views come more often than they are asked about: one that is on its way is not put off.
    if (store.view.value && timer === undefined) lookIn(ASK_EVERY_MS);
  });
  void refresh();
  return { text, container, containers, found, refresh };
}
