import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Tag } from "../../src/model/outbound.ts";
import type { MemberView, Shown, View } from "../../src/protocol/view.ts";
import { countryName } from "../lib/format.ts";
import { settled } from "../lib/settled.ts";
import { knownTo, serving } from "./serving.ts";
import type { ViewStore } from "./view-store.ts";

export type Order = "listed" | "delay";

/** Which list is shown: a group's members, or every proxy. */
export type Listed = { readonly kind: "group"; readonly tag: Tag } | { readonly kind: "all" };

export interface MemberList {
  readonly listed: ReadonlySignal<Listed>;
  /** Tags of all members of the list, before the search. */
  readonly tags: ReadonlySignal<readonly Tag[]>;
  /** Tags of the rows, searched and in order. */
  readonly rows: ReadonlySignal<readonly Tag[]>;
  readonly search: Signal<string>;
  readonly order: ReadonlySignal<Order>;
  /** The row that the Tab key leads to; the arrow keys move it. Null: there are no rows. */
  readonly entry: ReadonlySignal<Tag | null>;
  show(listed: Listed): void;
  sort(order: Order): void;
  enter(tag: Tag): void;
}

/**
 * The list of members. Rows never move by themselves under a person's pointer: "fastest first" is the order of the
 * moment it was chosen, or of the end of the last tests asked for.
 */
export function createMemberList(store: ViewStore): MemberList {
  const chosen = signal<Listed | null>(null);
  const search = signal("");
  const order = signal<Order>("listed");
  const ranked = signal<ReadonlyMap<Tag, number>>(new Map());

  const listed = settled(() => stillThere(store, chosen.value) ?? servingGroup(store));
  const tags = settled(() => {
    const list = listed.value;
    return list.kind === "all" ? store.memberTags.value : (store.group(list.tag).value?.members ?? []);
  });
  const found = settled(() => {
    const query = search.value.trim();
    return query === "" ? tags.value : tags.value.filter((tag) => matches(query, tag, store.member(tag).value));
  });
  const rows = computed(() => {
    if (order.value === "listed") return found.value;
    const rank = (tag: Tag): number => ranked.value.get(tag) ?? Number.MAX_SAFE_INTEGER;
    return found.value.toSorted((a, b) => rank(a) - rank(b));
  });

  const entered = signal<Tag | null>(null);
  const entry = computed(() => {
    const at = entered.value;
    return at !== null && rows.value.includes(at) ? at : (rows.value[0] ?? null);
  });

  const rank = (): void => {
    ranked.value = ranks(store.view.peek());
  };
  let testing = false;
  effect(() => {
    const now = store.asked.value !== null;
    if (testing && !now) rank();
    testing = now;
  });

  return {
    listed,
    tags,
    rows,
    search,
    order,
    entry,
    enter(tag) {
      entered.value = tag;
    },
    show(list) {
      chosen.value = list;
      search.value = "";
      rank();
    },
    sort(next) {
      rank();
      order.value = next;
    },
  };
}

function stillThere(store: ViewStore, list: Listed | null): Listed | null {
  if (list?.kind !== "group") return list;
  return store.group(list.tag).value ? list : null;
}

/** The group that picks the proxy in use now: the last one on the way to it. */
function servingGroup(store: ViewStore): Listed {
  const found = serving(store.final.value, knownTo(store));
  const last = "via" in found ? found.via.at(-1)?.tag : store.groupTags.value[0];
  return last === undefined ? { kind: "all" } : { kind: "group", tag: last };
}

/** Whether a proxy is what a person looks for: by its name, its exit's country or address, or its type. */
function matches(query: string, tag: Tag, member: MemberView | undefined): boolean {
  const country = member?.exit?.country;
  const texts = [tag, member?.protocol, member?.exit?.ip, country, country && countryName(country)];
  const wanted = query.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** Where each proxy and group stands when the fastest come first: by delay, then those without one, then the failed. */
function ranks(view: View | null): ReadonlyMap<Tag, number> {
  return new Map([...(view?.members ?? []), ...(view?.groups ?? [])].map(({ tag, shown }) => [tag, rank(shown)]));
}

function rank(shown: Shown): number {
  switch (shown.kind) {
    case "delay":
      return shown.delay;
    case "cached":
    case "testing":
    case "untested":
      return 100_000;
    case "unavailable":
      return 200_000;
    case "failed":
      return 300_000;
  }
}
