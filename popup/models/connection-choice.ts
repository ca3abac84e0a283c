import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { setField, valueAt } from "../../src/import/config-text.ts";
import { TAB_CHOICES, type TabChoice } from "../../src/model/settings.ts";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { ConfigDraft } from "./config-draft.ts";

/** How a choice ended. `drafted`: the configuration has changes that a person has not saved yet, so neither is this. */
export type Chosen = "saved" | "drafted" | "denied" | "config-wrong";

/** What happens to open connections when a proxy fails (B11). It is part of the configuration, and changed in its text. */
export interface ConnectionChoice {
  readonly tabs: ReadonlySignal<TabChoice>;
  readonly downloads: ReadonlySignal<boolean>;
  readonly chosen: ReadonlySignal<Chosen | null>;
  /** Both must be called straight from a click: the browser may have to ask for a permission. */
  chooseTabs(tabs: TabChoice): Promise<void>;
  chooseDownloads(downloads: boolean): Promise<void>;
}

const PLACE = ["experimental", "connections"];

export function createConnectionChoice(draft: ConfigDraft, pages: BrowserPages): ConnectionChoice {
  const chosen = signal<Chosen | null>(null);
  const written = (name: string): unknown => valueAt(draft.text.value, [...PLACE, name]);

  async function write(name: string, value: unknown, granted: Promise<boolean> | true): Promise<void> {
    // What the page shows was changed by the click: each end of this has it drawn as it really is.
    chosen.value = null;
    if (!(await granted)) {
      chosen.value = "denied";
      return;
    }
    const before = draft.text.peek();
    const text = setField(before, [...PLACE, name], value);
    if (valueAt(text, [...PLACE, name]) !== value) {
      chosen.value = "config-wrong";
      return;
    }
    const clean = !draft.dirty.peek();
    draft.edit(text);
    if (clean) await draft.save();
    chosen.value = clean && !draft.dirty.peek() ? "saved" : "drafted";
  }

  return {
    tabs: computed(() => TAB_CHOICES.find((choice) => choice === written("tabs")) ?? "leave"),
    downloads: computed(() => written("downloads") === true),
    chosen,
    chooseTabs: (tabs) => write("tabs", tabs, tabs === "stop" ? pages.requestPermission("scripting") : true),
    chooseDownloads: (downloads) =>
      write("downloads", downloads, downloads ? pages.requestPermission("downloads") : true),
  };
}
