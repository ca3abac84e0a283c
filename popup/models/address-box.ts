import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AddressView } from "../../src/protocol/address-view.ts";
import type { Ask } from "../client.ts";
import type { ViewStore } from "./view-store.ts";

/** A person who types is not read over the shoulder at each key; and views come in bursts. */
const QUIET_MS = 150;

/** A typed address, and what the rules make of it as things stand. */
export interface AddressBox {
  readonly text: Signal<string>;
  /** Null: nothing was typed, or nobody answered. */
  readonly found: ReadonlySignal<AddressView | null>;
}

export function createAddressBox(ask: Ask, store: Pick<ViewStore, "view">): AddressBox {
  const text = signal("");
  const found = signal<AddressView | null>(null);
  let asked = 0;

  async function look(address: string): Promise<void> {
    const number = ++asked;
    const answer = address === "" ? null : await ask("explain", { address }).catch(() => null);
    // Answers may come in another order than they were asked for.
    if (number === asked) found.value = answer;
  }

  effect(() => {
    const address = text.value.trim();
    void store.view.value;
    const timer = setTimeout(() => void look(address), QUIET_MS);
    return () => clearTimeout(timer);
  });
  return { text, found };
}
