import { computed, type ReadonlySignal } from "@preact/signals";
import { BLOCK, DIRECT, type Tag } from "../../src/model/outbound.ts";
import type { TabView, TemporaryRuleView } from "../../src/protocol/view.ts";
import type { Actions } from "./actions.ts";
import type { ViewStore } from "./view-store.ts";

/** Rules that end with the run, and one for the site of the tab a person looks at. */
export interface Temporary {
  readonly rules: ReadonlySignal<readonly TemporaryRuleView[]>;
  /** The site that a rule can be made for; null: none. */
  readonly site: ReadonlySignal<TabView["site"]>;
  /** Whether a rule's outbound cannot be used as it is written, so that the rule blocks. */
  isRefused(outbound: Tag): boolean;
  /** What it may go through: the groups, the proxies, then directly or not at all. */
  readonly outbounds: ReadonlySignal<readonly Tag[]>;
  /** What the rule for that site goes through; null: there is none. */
  readonly chosen: ReadonlySignal<Tag | null>;
  /** Null: as usual. */
  choose(outbound: Tag | null): Promise<boolean>;
  remove(host: string): Promise<boolean>;
}

export function createTemporary(
  store: ViewStore,
  tab: ReadonlySignal<TabView | null>,
  actions: Pick<Actions, "run">,
): Temporary {
  const site = computed(() => (store.mode.value === "system" ? null : (tab.value?.site ?? null)));
  const remove = (host: string): Promise<boolean> => actions.run("removeTemporary", host);
  return {
    rules: store.temporary,
    site,
    isRefused: (outbound) => store.plain(outbound) === "refused",
    outbounds: computed(() => [...store.groupTags.value, ...store.memberTags.value, DIRECT, BLOCK]),
    chosen: computed(() => store.temporary.value.find(({ host }) => host === site.value?.host)?.outbound ?? null),
    async choose(outbound) {
      const host = site.peek()?.host;
      if (host === undefined) return false;
      return outbound === null ? remove(host) : actions.run("addTemporary", { host, outbound });
    },
    remove,
  };
}
