import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type MatchedAccounts, matchAccounts } from "../../src/import/match-accounts.ts";
import { offerGroups } from "../../src/import/offer-groups.ts";
import { type ProxyLines, readProxyLines } from "../../src/import/proxy-lines.ts";
import { proxiesIn, writeAccounts } from "../../src/import/write-accounts.ts";
import type { ProxyProtocol } from "../../src/model/outbound.ts";
import type { ConfigProblem } from "../../src/protocol/view.ts";
import type { ConfigDraft } from "./config-draft.ts";

/** How adding ended. `drafted`: the configuration has changes that a person has not saved yet, so neither is this. */
export type Added =
  | { readonly kind: "saved" }
  /** Proxies that were there have their accounts now, and there was nothing else to add. */
  | { readonly kind: "given" }
  | { readonly kind: "drafted" }
  | { readonly kind: "known" }
  | { readonly kind: "config-wrong" }
  /** It is not known what there is to add to. */
  | { readonly kind: "unread"; readonly message: string }
  | { readonly kind: "refused"; readonly path: string; readonly expected: string };

export interface Paste {
  readonly text: Signal<string>;
  /** What lines are that name no type. */
  readonly assumed: Signal<ProxyProtocol>;
  readonly found: ReadonlySignal<ProxyLines>;
  /** What the lines come to when a proxy that is named with its account and without is one proxy. */
  readonly matched: ReadonlySignal<MatchedAccounts>;
  /** Whether a person takes that offer. */
  readonly once: Signal<boolean>;
  /** The text is a configuration: it belongs into the editor. */
  readonly isConfig: ReadonlySignal<boolean>;
  readonly added: ReadonlySignal<Added | null>;
  add(): Promise<void>;
  intoEditor(): void;
}

/** An object, behind comments or not. */
const CONFIG = /^(?:\s|\/\/[^\n]*\n|\/\*(?:(?!\*\/).)*\*\/)*\{/s;

/** Proxy lines on their way into the configuration. */
export function createPaste(draft: ConfigDraft): Paste {
  const text = signal("");
  const assumed = signal<ProxyProtocol>("http");
  const added = signal<Added | null>(null);
  const once = signal(false);
  const isConfig = computed(() => CONFIG.test(text.value));
  const found = computed(() => readProxyLines(isConfig.value ? "" : text.value, assumed.value));

  // Read only when the configuration changes, and not with every letter that is typed here.
  const there = computed(() => proxiesIn(draft.text.value));
  const matched = computed<MatchedAccounts>(() => {
    const { taken } = found.value;
    return taken.length === 0 ? { given: [], rest: [], twice: 0 } : matchAccounts(there.value, taken);
  });

  async function add(): Promise<void> {
    if (draft.saved.peek() === null) await draft.refresh();
    const unread = draft.saving.peek();
    if (draft.saved.peek() === null && unread.kind === "unread") {
      added.value = unread;
      return;
    }
    const taken = once.peek() ? matched.peek() : { given: [], rest: found.peek().taken };
    const offer = offerGroups(writeAccounts(draft.text.peek(), taken.given), taken.rest);
    if (!offer.ok) {
      added.value = offer.error.code === "result-refused" ? refused(offer.error.problems[0]) : { kind: "config-wrong" };
      return;
    }
    if (offer.value === draft.text.peek()) {
      added.value = { kind: "known" };
      return;
    }
    const clean = !draft.dirty.peek();
    draft.edit(offer.value);
    if (clean) await draft.save();
    const saved = taken.rest.length === 0 ? "given" : "saved";
    added.value = { kind: clean && !draft.dirty.peek() ? saved : "drafted" };
    text.value = "";
    once.value = false;
  }

  return {
    text,
    assumed,
    found,
    matched,
    once,
    isConfig,
    added,
    add,
    intoEditor() {
      draft.put(text.peek());
      text.value = "";
    },
  };
}

const refused = (problem: ConfigProblem | undefined): Added => ({
  kind: "refused",
  path: problem?.path ?? "",
  expected: problem?.expected ?? "",
});
