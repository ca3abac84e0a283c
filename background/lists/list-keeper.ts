import { fail, type Outcome } from "../../src/lib/result.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { RuleList } from "../../src/model/rule-list.ts";
import { earliest } from "../../src/monitoring/moments.ts";
import type { RuleListView } from "../../src/protocol/view.ts";
import type { CompiledList } from "../../src/routing/contract.ts";
import type { ListTrouble } from "../../src/rule-lists/trouble.ts";
import { TooLate } from "../lib/within-time.ts";
import type { Alarm } from "../ports/clock.ts";
import { accept, afterTry, type FetchedList } from "./after-fetch.ts";
import type { FetchList } from "./fetch-list.ts";
import { createKeptLists, type KeptListsParts } from "./kept-lists.ts";

export interface ListKeeperParts extends KeptListsParts {
  /** Rings when a list is due; the background may have been stopped meanwhile. */
  readonly alarm: Alarm;
  readonly fetch: FetchList;
  /** 0 to 1. */
  readonly chance: () => number;
  /** Other entries are in force. */
  readonly replaced: () => void;
  /** What there is to see of the lists has changed. */
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

export function createListKeeper(parts: ListKeeperParts): ListKeeper {
  const { version, clock, alarm, fetch, prepare, chance, replaced, changed } = parts;
  const kept = createKeptLists(parts);
  const asked = new Set<Tag>();
  let underWay: UnderWay | null = null;
  let running = false;

  function work(): void {
    if (!running || underWay) return;
    const now = clock.now();
    const next = kept.lists.find((list) => asked.has(list.tag) || kept.dueAt(list) <= now);
    if (next) void update(next);
    else alarm.set(earliest(kept.lists.map(kept.dueAt)));
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
    if (got !== null && kept.lists.includes(list)) await end(list, got);
    underWay = null;
    changed();
    work();
  }

  /** Null: it was given up, and nothing is to be said of it. */
  async function fetched(
    list: RuleList,
    mine: UnderWay,
    byPerson: boolean,
  ): Promise<Outcome<FetchedList, ListTrouble> | null> {
    const { signal } = mine.abort;
    if (kept.isUnread(list)) {
      if (await kept.readAgain(list)) replaced();
      if (signal.aborted || (!byPerson && kept.dueAt(list) > clock.now())) return null;
    }
    const text = await fetch(list, signal, (proxy) => {
      mine.through = proxy;
    });
    mine.through = null;
    if (signal.aborted) return null;
    if (!text.ok) return text;
    const prepared = await prepare(list, text.value);
    if (!prepared.ok) return fail({ kind: prepared.error });
    const others = kept.lists.flatMap((one) => (one === list ? [] : (kept.of(one).loaded?.size ?? [])));
    return accept(kept.of(list), { made: prepared.value, text: text.value }, others);
  }

  async function end(list: RuleList, got: Outcome<FetchedList, ListTrouble>): Promise<void> {
    const next = afterTry(kept.of(list), got, { now: clock.now(), chance: chance(), version });
    if (await kept.keep(next, got.ok ? got.value.text : undefined)) replaced();
  }

  return {
    async use(next) {
      if (next === kept.lists) return;
      await kept.use(next);
      if (underWay && !next.some(({ tag }) => tag === underWay?.tag)) underWay.abort.abort();
    },
    get compiled() {
      return kept.compiled;
    },
    view: () =>
      kept.lists.map((list) => {
        const { loaded, history, trouble } = kept.of(list);
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
      for (const list of kept.lists) if (isUnreached(kept.of(list).trouble)) asked.add(list.tag);
      work();
    },
    update(tag) {
      if (kept.lists.some((list) => list.tag === tag)) asked.add(tag);
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
