import { hash32 } from "../../src/lib/hash.ts";
import type { OpenRequest } from "./open-request.ts";

/** Addresses remembered of a tab, the oldest first out. */
const ADDRESSES = 100;

/**
 * Where forms were sent (POST), by tab. To load such a page again sends the form again: its result, the page that says
 * that it failed, and the one that a person comes to who goes back to it. Browsers do not say which of these a tab shows,
 * and a download looks like a page that takes its place; so every address counts that a form was sent to in this tab.
 */
export interface SentForms {
  begin(request: OpenRequest): void;
  /** The answer takes the place of what the tab showed. */
  headed(request: OpenRequest): void;
  tabClosed(tab: number): void;
  /** Whether to load again what a tab shows, at this address, might send a form again. */
  isResult(tab: number, shown: string): boolean;
  /** Plain JSON; of private windows nothing but their tabs. */
  save(): unknown;
  load(saved: unknown, closed: ReadonlySet<number>): void;
}

interface Forms {
  /** The page begun last came by a form, and no other has been answered since. */
  last: boolean;
  /** Hashes of the addresses; null: any. */
  sentTo: Set<number> | null;
  isPrivate: boolean;
}

export function createSentForms(): SentForms {
  const tabs = new Map<number, Forms>();

  return {
    begin({ tab, type, method, url, isPrivate }) {
      if (type !== "main_frame" || method === "GET" || tab < 0) return;
      const forms: Forms = tabs.get(tab) ?? { last: true, sentTo: new Set(), isPrivate };
      forms.last = true;
      forms.isPrivate = isPrivate;
      if (url === null) forms.sentTo = null;
      else forms.sentTo?.add(hashOf(url));
      if (forms.sentTo && forms.sentTo.size > ADDRESSES) forms.sentTo.delete([...forms.sentTo][0] ?? 0);
      tabs.set(tab, forms);
    },
    headed({ tab, type, method }) {
      const forms = tabs.get(tab);
      if (forms && type === "main_frame" && method === "GET") forms.last = false;
    },
    tabClosed: (tab) => void tabs.delete(tab),
    isResult(tab, shown) {
      const forms = tabs.get(tab);
      return forms !== undefined && (forms.last || forms.sentTo === null || forms.sentTo.has(hashOf(shown)));
    },
    save: () =>
      [...tabs].map(([tab, { last, sentTo, isPrivate }]) => [
        tab,
        last,
        isPrivate || sentTo === null ? null : [...sentTo],
      ]),
    load(saved, closed) {
      for (const one of Array.isArray(saved) ? saved : []) {
        const [tab, last, sentTo] = Array.isArray(one) ? one : [];
        if (typeof tab !== "number" || closed.has(tab)) continue;
        const later = tabs.get(tab);
        const known = Array.isArray(sentTo) && later?.sentTo !== null ? [...sentTo, ...(later?.sentTo ?? [])] : null;
        tabs.set(tab, {
          last: later?.last ?? last !== false,
          sentTo: known && new Set(known.filter((hash) => typeof hash === "number")),
          isPrivate: later?.isPrivate ?? known === null,
        });
      }
    },
  };
}

const hashOf = (url: string): number => hash32(url.replace(/#.*$/s, ""));
