import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ConfigText, SaveOutcome } from "../../src/protocol/requests.ts";
import type { Ask } from "../client.ts";

export type Saving =
  | { readonly kind: "idle" }
  | { readonly kind: "saving" }
  | { readonly kind: "unread"; readonly message: string }
  | Exclude<SaveOutcome, { readonly kind: "conflict" }>;

/**
 * The configuration under a person's hands.
 *
 *     clean --type--> dirty --save--> clean
 *       |               | somebody else saves
 *       | takes the     v
 *       | newer one   dirty, with `newer` --take it--> clean, own text `kept` aside
 *       v                                --save over--> clean
 *     clean
 *
 * What a person wrote is replaced only when they say so, and then kept aside.
 */
export interface ConfigDraft {
  readonly text: ReadonlySignal<string>;
  readonly dirty: ReadonlySignal<boolean>;
  /** Null until it has been read. */
  readonly saved: ReadonlySignal<ConfigText | null>;
  /** What somebody else saved since this text was begun. */
  readonly newer: ReadonlySignal<ConfigText | null>;
  /** Unsaved text that another one took the place of last. */
  readonly kept: ReadonlySignal<string | null>;
  readonly saving: ReadonlySignal<Saving>;
  /** Reads what is saved now; never changes a dirty text. */
  refresh(): Promise<void>;
  edit(text: string): void;
  /** Puts another text in the place of this one, which is kept aside when it is not saved. */
  put(text: string): void;
  /** Back to what is saved. */
  undo(): void;
  takeNewer(): void;
  bringBack(): void;
  /** Lets go of the text that was kept aside last; one before it comes into view. */
  dismiss(): void;
  /** @param over saves it also over what somebody else saved */
  save(over?: boolean): Promise<void>;
}

/** So many texts are kept aside. */
const MOST_ASIDE = 20;

const NOTHING: ConfigText = { text: "", revision: 0, versions: [] };

/** @param afterSave called straight after a save, so that it still counts as the click */
export function createConfigDraft(ask: Ask, afterSave: () => Promise<void> = async () => {}): ConfigDraft {
  const saved = signal<ConfigText | null>(null);
  const text = signal("");
  const base = signal<ConfigText | null>(null);
  const aside = signal<readonly string[]>([]);
  const saving = signal<Saving>({ kind: "idle" });
  const dirty = computed(() => text.value !== (base.value?.text ?? ""));
  const newer = computed(() => {
    const now = saved.value;
    return now && base.value && now.revision !== base.value.revision ? now : null;
  });

  function begin(config: ConfigText): void {
    base.value = config;
    text.value = config.text;
  }

  async function refresh(): Promise<void> {
    try {
      const now = await ask("readConfig");
      const follow = !dirty.peek() || now.text === text.peek();
      saved.value = now;
      // What was written before anything was read rests on nothing.
      if (base.peek() === null && !follow) base.value = NOTHING;
      else if (follow) begin(now);
    } catch (error) {
      saving.value = { kind: "unread", message: String(error instanceof Error ? error.message : error) };
    }
  }

  async function save(over = false): Promise<void> {
    const sent = text.peek();
    const basedOn = (over ? saved : base).peek()?.revision ?? 0;
    saving.value = { kind: "saving" };
    try {
      const outcome = await ask("saveConfig", { text: sent, basedOn });
      if (outcome.kind === "saved") base.value = { text: sent, revision: outcome.revision, versions: [] };
      saving.value = outcome.kind === "conflict" ? { kind: "idle" } : outcome;
      if (outcome.kind === "saved") await afterSave();
    } catch (error) {
      saving.value = { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    }
    const ended = saving.peek();
    await refresh();
    saving.value = (ended.kind === "failed" && takeAsSaved(sent, basedOn)) || ended;
  }

  /** A background may be stopped, or fail, between the save and its answer. Null: this very text was not saved. */
  function takeAsSaved(sent: string, basedOn: number): Saving | null {
    const now = saved.peek();
    if (now?.text !== sent || now.revision <= basedOn) return null;
    base.value = now;
    return { kind: "saved", revision: now.revision, notes: [] };
  }

  const put = (next: string): void => {
    if (dirty.peek() && text.peek() !== next) aside.value = [...aside.peek(), text.peek()].slice(-MOST_ASIDE);
    text.value = next;
    saving.value = { kind: "idle" };
  };

  return {
    text,
    dirty,
    saved,
    newer,
    kept: computed(() => aside.value.at(-1) ?? null),
    saving,
    refresh,
    edit(next) {
      text.value = next;
      if (saving.peek().kind !== "saving") saving.value = { kind: "idle" };
    },
    put,
    undo: () => put(base.peek()?.text ?? ""),
    takeNewer() {
      const other = newer.peek();
      if (!other) return;
      put(other.text);
      base.value = other;
    },
    bringBack() {
      const last = aside.peek().at(-1);
      if (last === undefined) return;
      aside.value = aside.peek().slice(0, -1);
      put(last);
    },
    dismiss() {
      aside.value = aside.peek().slice(0, -1);
    },
    save,
  };
}
