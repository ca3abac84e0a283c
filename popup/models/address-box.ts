import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AddressView } from "../../src/protocol/address-view.ts";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { Ask } from "../client.ts";
import type { ViewStore } from "./view-store.ts";

/** A person who types is not read over the shoulder at each key; and views come in bursts. */
const QUIET_MS = 150;

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

  async function refresh(): Promise<void> {
    containers.value = await pages.containers().catch(() => []);
    if (!containers.value.includes(container.peek())) container.value = containers.value[0] ?? "";
  }

  async function look(address: string, within: string): Promise<void> {
    const number = ++asked;
    const answer = address === "" ? null : await ask("explain", { address, container: within }).catch(() => null);
    // Answers may come in another order than they were asked for.
    if (number === asked) found.value = answer;
  }

  effect(() => {
    const address = text.value.trim();
    const within = container.value;
    void store.view.value;
    const timer = setTimeout(() => void look(address, within), QUIET_MS);
    return () => clearTimeout(timer);
  });
  void refresh();
  return { text, container, containers, found, refresh };
}
