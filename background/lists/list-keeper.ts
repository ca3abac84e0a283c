import { fail, type Outcome, ok } from "../../src/lib/result.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { RuleList } from "../../src/model/rule-list.ts";
import type { Instant } from "../../src/model/units.ts";
import { earliest } from "../../src/monitoring/moments.ts";
import type { RuleListView } from "../../src/protocol/view.ts";
import type { CompiledList } from "../../src/routing/contract.ts";
import { addSizes, isWithin, MOST_IN_ALL_LISTS } from "../../src/rule-lists/list-size.ts";
import type { PreparedList } from "../../src/rule-lists/prepare-list.ts";
import type { ListFault } from "../../src/rule-lists/read-list.ts";
import { nextTryAt } from "../../src/rule-lists/schedule.ts";
import type { ListTrouble } from "../../src/rule-lists/trouble.ts";
import { TooLate } from "../lib/within-time.ts";
import type { Alarm, Clock } from "../ports/clock.ts";
import type { KeptList, ListStore } from "../ports/list-store.ts";
import type { FetchList } from "./fetch-list.ts";

export interface ListKeeperParts {
  readonly store: ListStore;
  /** Of the extension, and of the form that lists are compiled to. */
  readonly version: string;
  readonly clock: Clock;
  /** Rings when a list is due; the background may have been stopped meanwhile. */
  readonly alarm: Alarm;
  readonly fetch: FetchList;
  readonly prepare: (list: RuleList, text: string) => Promise<Outcome<PreparedList, ListFault>>;
  /** 0 to 1. */
  readonly chance: () => number;
  /** What the lists have is another. */
  readonly replaced: () => void;
  /** What there is to see of them has changed. */
  readonly changed: () => void;
}

/**
 * Keeps the lists that rules name: fetches each when it is due, one after the other, and goes on with the last good one
 * whatever comes instead of it.
 *
 *   resting ── resume ──> running ── due ──> fetching ── a list ──> kept, told
 *      ^                    │  ^                └─ anything else: why is kept, again later
 *      └────── pause ───────┘  └──── next due: the alarm ────┘
 */
export interface ListKeeper {
  /** Goes on with the lists of a configuration; reads what is kept of those that are new. */
  use(lists: readonly RuleList[]): Promise<void>;
  /** Those that were ever loaded; the same object as long as none changes. */
  readonly compiled: Readonly<Record<Tag, CompiledList>>;
  view(): readonly RuleListView[];
  resume(): void;
  pause(): void;
  /** The alarm rang, which may have been set before it was switched off. */
  ring(): void;
  /** A person asks for it now. */
  update(tag: Tag): void;
  /** The network is another: what could not be fetched is tried again at once. */
  reachable(): void;
  /** Ends a download through one of these proxies (B11); it begins anew. */
  leave(proxies: readonly Tag[]): void;
}

interface UnderWay {
  readonly tag: Tag;
  readonly abort: AbortController;
  /** The proxy that the download goes through; null: not known yet, or the download has ended. */
  through: Tag | null;
}

const NEVER = { updatedAt: null, triedAt: null, failures: 0, chance: 0 };

/** With fewer entries it may well be that a list lost most of them. */
const FEW = 20;
/** What comes so often in a row is no mistake. */
const TIMES = 3;

const keyOf = ({ url, format }: RuleList): string => `${format} ${url}`;

export function createListKeeper(parts: ListKeeperParts): ListKeeper {
  const { store, version, clock, alarm, fetch, prepare, chance, replaced, changed } = parts;
  let lists: readonly RuleList[] = [];
  const kept = new Map<string, KeptList>();
  let compiled: Readonly<Record<Tag, CompiledList>> = {};
  /** Of what could not be read nothing is known: no failure is written over it, and it is read again before a fetch. */
  const unread = new Set<string>();
  const asked = new Set<Tag>();
  let underWay: UnderWay | null = null;
  let running = false;

  const keptOf = (list: RuleList): KeptList =>
    kept.get(keyOf(list)) ?? { key: keyOf(list), loaded: null, history: NEVER, trouble: null, madeBy: version };

  /** A try that is still to come was made before the clock was set back. */
  function dueAt(list: RuleList): Instant {
    const { history } = keptOf(list);
    const isAhead = (history.triedAt ?? 0) > clock.now();
    return isAhead ? clock.now() : nextTryAt(history, list.updateInterval);
  }

  function compile(): void {
    const found = lists.flatMap((list): [Tag, CompiledList][] => {
      const { loaded } = keptOf(list);
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

  async function readAgain(list: RuleList): Promise<void> {
    await readKept([keyOf(list)], [list]);
    if (!keptOf(list).loaded) return;
    compile();
    replaced();
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

  function work(): void {
    if (!running || underWay) return;
    const now = clock.now();
    const next = lists.find((list) => asked.has(list.tag) || dueAt(list) <= now);
    if (next) void update(next);
    else alarm.set(earliest(lists.map(dueAt)));
  }

  async function update(list: RuleList): Promise<void> {
    const mine: UnderWay = { tag: list.tag, abort: new AbortController(), through: null };
    underWay = mine;
    const byPerson = asked.delete(list.tag);
    changed();
    // Whatever a list makes the readers do, the others are fetched all the same.
    const got = await fetched(list, mine, byPerson).catch((error: unknown) =>
      fail({ kind: error instanceof TooLate ? "too-slow" : "unreadable" } as const),
    );
    if (got !== null && lists.includes(list)) await end(list, got);
    underWay = null;
    changed();
    work();
  }

  /** Null: it was given up, and nothing is to be said of it. */
  async function fetched(list: RuleList, mine: UnderWay, byPerson: boolean): Promise<Outcome<Got, ListTrouble> | null> {
    const { signal } = mine.abort;
    if (unread.has(keyOf(list))) {
      await readAgain(list);
      if (signal.aborted || (!byPerson && dueAt(list) > clock.now())) return null;
    }
    const text = await fetch(list, signal, (proxy) => {
      mine.through = proxy;
    });
    mine.through = null;
    if (signal.aborted) return null;
    if (!text.ok) return text;
    const prepared = await prepare(list, text.value);
    if (!prepared.ok) return fail({ kind: prepared.error });
    const shrunk = shrinks(keptOf(list), prepared.value);
    if (shrunk) return fail(shrunk);
    const others = lists.flatMap((one) => (one === list ? [] : (keptOf(one).loaded?.size ?? [])));
    const all = others.reduce(addSizes, prepared.value.size);
    return isWithin(all, MOST_IN_ALL_LISTS)
      ? ok({ made: prepared.value, text: text.value })
      : fail({ kind: "too-many" });
  }

  async function end(list: RuleList, got: Outcome<Got, ListTrouble>): Promise<void> {
    const before = keptOf(list);
    const tried = { triedAt: clock.now(), chance: chance() };
    const next: KeptList = got.ok
      ? {
          key: before.key,
          loaded: sameList(before.loaded, got.value.made),
          history: { ...tried, updatedAt: tried.triedAt, failures: 0 },
          trouble: null,
          madeBy: version,
        }
      : {
          ...before,
          history: { ...before.history, ...tried, failures: before.history.failures + 1 },
          trouble: got.error,
        };
    // Written down before it is shown or in force: the next run, which may come at any moment, finds what a person saw.
    if (got.ok || !unread.has(next.key)) await store.write(next, got.ok ? got.value.text : undefined);
    if (got.ok) unread.delete(next.key);
    // An edit may have come meanwhile.
    if (!lists.some((one) => keyOf(one) === next.key)) return;
    kept.set(next.key, next);
    if (next.loaded?.list === before.loaded?.list) return;
    compile();
    replaced();
  }

  return {
    async use(next) {
      if (next === lists) return;
      await read(next);
      lists = next;
      if (underWay && !next.some(({ tag }) => tag === underWay?.tag)) underWay.abort.abort();
      compile();
    },
    get compiled() {
      return compiled;
    },
    view: () =>
      lists.map((list) => {
        const { loaded, history, trouble } = keptOf(list);
        return {
          tag: list.tag,
          taken: loaded?.taken ?? null,
          left: loaded?.left ?? {},
          updatedAt: history.updatedAt,
          triedAt: history.triedAt,
          trouble,
          updating: underWay?.tag === list.tag || (running && asked.has(list.tag)),
        };
      }),
    resume() {
      running = true;
      work();
    },
    ring: work,
    pause() {
      running = false;
      underWay?.abort.abort();
      alarm.set(null);
    },
    reachable() {
      for (const list of lists) if (isUnreached(keptOf(list).trouble)) asked.add(list.tag);
      work();
    },
    update(tag) {
      if (lists.some((list) => list.tag === tag)) asked.add(tag);
      changed();
      work();
    },
    leave(proxies) {
      if (!underWay?.through || !proxies.includes(underWay.through)) return;
      asked.add(underWay.tag);
      underWay.abort.abort();
    },
  };
}

/** Whether it is not the list's own fault. */
const isUnreached = (trouble: ListTrouble | null): boolean =>
  trouble?.kind === "failed" || trouble?.kind === "not-sent" || trouble?.kind === "no-outbound";

/** A list that was made ready, and what it was made of. */
interface Got {
  readonly made: PreparedList;
  readonly text: string;
}

/** What came in the place of a much longer list, until it has come so often that it must be meant; null: it is taken. */
function shrinks({ loaded, trouble }: KeptList, next: PreparedList): ListTrouble | null {
  if (!loaded || loaded.taken < FEW || next.taken * 10 >= loaded.taken) return null;
  const times = (trouble?.kind === "shrunk" ? trouble.times : 0) + 1;
  return times >= TIMES ? null : { kind: "shrunk", from: loaded.taken, to: next.taken, times };
}

/** The very same list stays, so that nothing is made anew for it. */
const sameList = (before: PreparedList | null, next: PreparedList): PreparedList =>
  before && JSON.stringify(before.list) === JSON.stringify(next.list) ? { ...next, list: before.list } : next;
