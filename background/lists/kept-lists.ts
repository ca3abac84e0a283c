import { type Outcome, ok } from "../../src/lib/result.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { RuleList } from "../../src/model/rule-list.ts";
import type { Instant } from "../../src/model/units.ts";
import type { CompiledList } from "../../src/routing/contract.ts";
import type { PreparedList } from "../../src/rule-lists/prepare-list.ts";
import type { ListFault } from "../../src/rule-lists/read-list.ts";
import { nextTryAt } from "../../src/rule-lists/schedule.ts";
import type { Clock } from "../ports/clock.ts";
import type { KeptList, ListStore } from "../ports/list-store.ts";

export interface KeptListsParts {
  readonly store: ListStore;
  /** Of the extension, and of the form that lists are compiled to. */
  readonly version: string;
  readonly clock: Clock;
  readonly prepare: (list: RuleList, text: string) => Promise<Outcome<PreparedList, ListFault>>;
}

/** What is known of each list of the configuration, and written down: its entries, when it was fetched, what went wrong. */
export interface KeptLists {
  /** Those of the configuration. */
  readonly lists: readonly RuleList[];
  /** Goes on with these lists; reads what the store has of the new ones and removes from it what none of them needs. */
  use(lists: readonly RuleList[]): Promise<void>;
  /** The entries of those that were ever loaded; the same object as long as none changes. */
  readonly compiled: Readonly<Record<Tag, CompiledList>>;
  of(list: RuleList): KeptList;
  /** When a list is to be fetched next. */
  dueAt(list: RuleList): Instant;
  /** Whether the store could not be read for a list. It may have it, so no failure is written over it. */
  isUnread(list: RuleList): boolean;
  /** Reads such a list once more. True: its entries are there now. */
  readAgain(list: RuleList): Promise<boolean>;
  /**
   * Writes down what came of a fetch, then puts it in force: the next run, which may begin at any moment, finds what a
   * person saw.
   *
   * @param text what the list was made of; unset: it was not fetched
   * @returns whether other entries are in force now
   */
  keep(next: KeptList, text?: string): Promise<boolean>;
}

const NEVER = { updatedAt: null, triedAt: null, failures: 0, chance: 0 };

const keyOf = ({ url, format }: RuleList): string => `${format} ${url}`;

export function createKeptLists({ store, version, clock, prepare }: KeptListsParts): KeptLists {
  let lists: readonly RuleList[] = [];
  const kept = new Map<string, KeptList>();
  let compiled: Readonly<Record<Tag, CompiledList>> = {};
  const unread = new Set<string>();

  const of = (list: RuleList): KeptList =>
    kept.get(keyOf(list)) ?? { key: keyOf(list), loaded: null, history: NEVER, trouble: null, madeBy: version };

  function compile(): void {
    const found = lists.flatMap((list): [Tag, CompiledList][] => {
      const { loaded } = of(list);
      return loaded ? [[list.tag, loaded.list]] : [];
    });
    const same = found.length === Object.keys(compiled).length && found.every(([tag, one]) => compiled[tag] === one);
    if (!same) compiled = Object.fromEntries(found);
  }

  async function read(next: readonly RuleList[]): Promise<void> {
    const missing = next.map(keyOf).filter((key) => !kept.has(key));
    if (missing.length > 0) await readKept(missing, next);
    const keys = new Set(next.map(keyOf));
    if ([...kept.keys()].every((key) => keys.has(key))) return;
    for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key);
    await store.keepOnly([...keys]);
  }

  async function readKept(keys: readonly string[], its: readonly RuleList[]): Promise<void> {
    const found = await store.read(keys);
    for (const key of keys)
      if (found.ok) unread.delete(key);
      else unread.add(key);
    if (!found.ok) return;
    for (const one of found.value) kept.set(one.key, one.madeBy === version ? one : await renewed(one, its));
  }

  /** A list that another version made is made anew of its text; without that it counts as never loaded. */
  async function renewed(one: KeptList, next: readonly RuleList[]): Promise<KeptList> {
    const list = next.find((its) => keyOf(its) === one.key);
    const text = one.loaded && list ? await store.text(one.key) : ok(null);
    const made =
      text.ok && list && text.value !== null ? await prepare(list, text.value).catch(() => "unmade" as const) : null;
    // What could not be looked at in time may be the next time.
    if (!text.ok || made === "unmade") {
      unread.add(one.key);
      return { ...one, loaded: null, history: NEVER };
    }
    const same = made?.ok ? { loaded: made.value, history: one.history } : { loaded: null, history: NEVER };
    const now: KeptList = { ...one, ...same, madeBy: version };
    await store.write(now);
    return now;
  }

  return {
    get lists() {
      return lists;
    },
    get compiled() {
      return compiled;
    },
    of,
    async use(next) {
      await read(next);
      lists = next;
      compile();
    },
    dueAt(list) {
      const { history } = of(list);
      // A try that is still to come was made before the clock was set back.
      const isAhead = (history.triedAt ?? 0) > clock.now();
      return isAhead ? clock.now() : nextTryAt(history, list.updateInterval);
    },
    isUnread: (list) => unread.has(keyOf(list)),
    async readAgain(list) {
      await readKept([keyOf(list)], [list]);
      if (!of(list).loaded) return false;
      compile();
      return true;
    },
    async keep(next, text) {
      if (text !== undefined || !unread.has(next.key)) await store.write(next, text);
      if (text !== undefined) unread.delete(next.key);
      // An edit may have come meanwhile.
      if (!lists.some((one) => keyOf(one) === next.key)) return false;
      const before = kept.get(next.key);
      kept.set(next.key, next);
      if (next.loaded?.list === before?.loaded?.list) return false;
      compile();
      return true;
    },
  };
}
