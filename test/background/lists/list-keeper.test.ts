import { beforeEach, describe, expect, test } from "vitest";
import { TooLate } from "../../../background/lib/within-time.ts";
import { createListKeeper, type ListKeeper } from "../../../background/lists/list-keeper.ts";
import type { KeptList } from "../../../background/ports/list-store.ts";
import { fail, type Outcome, ok } from "../../../src/lib/result.ts";
import type { RuleList } from "../../../src/model/rule-list.ts";
import { instant, ms } from "../../../src/model/units.ts";
import { prepareList } from "../../../src/rule-lists/prepare-list.ts";
import type { ListTrouble } from "../../../src/rule-lists/trouble.ts";

const DAY = 86_400_000;
const list = (tag: string, more: Partial<RuleList> = {}): RuleList => ({
  tag,
  url: `https://lists.example/${tag}`,
  format: "domains",
  updateInterval: ms(DAY),
  detour: null,
  ...more,
});

/** What no reader bears, and what none reads in time. */
const BREAKS = "breaks";
const HANGS = "hangs";

/** A keeper over a store that outlives it; what each address answers can be changed. */
function world() {
  const stored = new Map<string, KeptList>();
  const texts = new Map<string, string>();
  const answers: Record<string, Outcome<string, ListTrouble> | "hangs"> = {};
  const fetched: string[] = [];
  /** The proxy that each list is fetched through. */
  const ways: Record<string, string> = {};
  /** What of the store cannot be read. */
  const unreadable = new Set<"lists" | "texts">();
  /** Writes take until this is resolved. */
  let writing: Promise<void> = Promise.resolve();
  let now = 1_000;
  let alarmAt: number | null = null;
  let replaced = 0;
  const start = (version = "1.0"): ListKeeper =>
    createListKeeper({
      store: {
        read: async (keys) =>
          unreadable.has("lists") ? fail("unread") : ok(keys.flatMap((key) => stored.get(key) ?? [])),
        async write(one, text) {
          await writing;
          stored.set(one.key, JSON.parse(JSON.stringify(one)));
          if (text !== undefined) texts.set(one.key, text);
        },
        text: async (key) => (unreadable.has("texts") ? fail("unread") : ok(texts.get(key) ?? null)),
        keepOnly: async (keys) => {
          for (const key of stored.keys()) if (!keys.includes(key)) stored.delete(key);
        },
      },
      version,
      clock: { now: () => instant(now) },
      alarm: {
        set: (at) => {
          alarmAt = at;
        },
      },
      fetch: async ({ tag }, signal, going) => {
        fetched.push(tag);
        going(ways[tag] ?? "p");
        const answer = answers[tag] ?? fail({ kind: "status", status: 404 });
        if (answer !== "hangs") return answer;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return fail({ kind: "not-sent" });
      },
      prepare: async ({ format }, text) => {
        if (text === BREAKS) throw new RangeError("too much recursion");
        if (text === HANGS) throw new TooLate("no answer");
        return prepareList(format, text);
      },
      chance: () => 0.5,
      replaced: () => replaced++,
      changed: () => {},
    });
  return {
    stored,
    texts,
    answers,
    fetched,
    ways,
    unreadable,
    start,
    alarmAt: () => alarmAt,
    replaced: () => replaced,
    /** From now on writes do not end before what is returned is called. */
    holdWrites(): () => void {
      let release = (): void => {};
      writing = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async later(by: number, keeper: ListKeeper) {
      now += by;
      keeper.ring();
      await quiet();
    },
  };
}

const quiet = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
};

let w: ReturnType<typeof world>;
beforeEach(() => {
  w = world();
});

async function running(...lists: readonly RuleList[]): Promise<ListKeeper> {
  const keeper = w.start();
  await keeper.use(lists);
  keeper.resume();
  await quiet();
  return keeper;
}

test("a new list is fetched at once, told of, written down, and due again after its interval", async () => {
  w.answers.a = ok("a.example\nb.example\n{ c");
  const keeper = await running(list("a"));
  expect(Object.keys(keeper.compiled)).toEqual(["a"]);
  expect(keeper.view()).toEqual([
    { tag: "a", taken: 2, left: { unreadable: 1 }, updatedAt: 1_000, triedAt: 1_000, trouble: null, updating: false },
  ]);
  expect([w.replaced(), w.alarmAt(), w.stored.size]).toEqual([1, 1_000 + DAY, 1]);
});

test("a woken background, and the next run, find the last good list and fetch nothing before it is due", async () => {
  w.answers.a = ok("a.example");
  await running(list("a"));
  const woken = await running(list("a"));
  expect(Object.keys(woken.compiled)).toEqual(["a"]);
  expect(w.fetched).toEqual(["a"]);
  await w.later(DAY, woken);
  expect(w.fetched).toEqual(["a", "a"]);
});

describe("an update that fails keeps the last good list, says why, and comes again", () => {
  test.each<[string, Outcome<string, ListTrouble>, string]>([
    ["nothing listens", fail({ kind: "failed", code: "refused" }), "failed"],
    ["a status", fail({ kind: "status", status: 503 }), "status"],
    ["a page", ok("<!doctype html><p>Log in</p>"), "html"],
    ["nothing", ok(""), "empty"],
    ["something else", ok("{ what\n{ is this"), "unreadable"],
    ["a word", ok("OK"), "unreadable"],
    ["what takes too long to read", ok(HANGS), "too-slow"],
  ])("%s", async (_, answer, why) => {
    w.answers.a = ok("a.example");
    const keeper = await running(list("a"));
    const before = keeper.compiled;
    w.answers.a = answer;
    await w.later(DAY, keeper);
    expect(keeper.compiled).toBe(before);
    expect(keeper.view()).toMatchObject([{ taken: 1, updatedAt: 1_000, triedAt: 1_000 + DAY, trouble: { kind: why } }]);
    expect(w.alarmAt()).toBe(1_000 + DAY + 60_000);
    w.answers.a = ok("b.example\nc.example");
    await w.later(60_000, keeper);
    expect(keeper.view()).toMatchObject([{ taken: 2, trouble: null }]);
  });
});

test("one that was never loaded is tried again soon, and is nobody's until then", async () => {
  const keeper = await running(list("a"));
  expect([keeper.compiled, w.alarmAt()]).toEqual([{}, 6_000]);
  expect(keeper.view()).toMatchObject([{ taken: null, updatedAt: null, trouble: { kind: "status", status: 404 } }]);
});

test("the very same list again replaces nothing", async () => {
  w.answers.a = ok("a.example");
  const keeper = await running(list("a"));
  const before = keeper.compiled;
  await w.later(DAY, keeper);
  expect(w.fetched).toEqual(["a", "a"]);
  expect([keeper.compiled === before, w.replaced()]).toEqual([true, 1]);
});

describe("while a list is being written down", () => {
  /** A keeper whose list of two hosts is about to become one of one, and what lets it. */
  async function beingWritten(): Promise<{ keeper: ListKeeper; release: () => void }> {
    w.answers.a = ok("a.example\nb.example");
    const keeper = await running(list("a"));
    w.answers.a = ok("c.example");
    const release = w.holdWrites();
    keeper.update("a");
    await quiet();
    return { keeper, release };
  }

  test("the former one is shown and in force: what a person was told of is what the next run finds", async () => {
    const { keeper, release } = await beingWritten();
    const before = keeper.compiled;
    expect(keeper.view()).toMatchObject([{ taken: 2, updating: true }]);
    const nextRun = w.start();
    await nextRun.use([list("a")]);
    expect(nextRun.view()).toMatchObject([{ taken: 2 }]);
    release();
    await quiet();
    expect(keeper.view()).toMatchObject([{ taken: 1, updating: false }]);
    expect([keeper.compiled === before, w.replaced()]).toEqual([false, 2]);
  });

  test("nothing else is fetched, and its proxy's death does not begin the download anew", async () => {
    const { keeper, release } = await beingWritten();
    keeper.leave(["p"]);
    keeper.ring();
    await quiet();
    expect(w.fetched).toEqual(["a", "a"]);
    release();
    await quiet();
    expect([w.fetched, keeper.view()[0]?.taken]).toEqual([["a", "a"], 1]);
  });

  test("switched off, it is taken all the same", async () => {
    const { keeper, release } = await beingWritten();
    keeper.pause();
    release();
    await quiet();
    expect(keeper.view()).toMatchObject([{ taken: 1, updating: false, trouble: null }]);
  });

  test("taken out of the configuration and put in again, what is stored of it counts", async () => {
    const { keeper, release } = await beingWritten();
    await keeper.use([]);
    expect(w.stored.size).toBe(0);
    release();
    await quiet();
    await keeper.use([list("a")]);
    expect(keeper.view()).toMatchObject([{ taken: 1 }]);
    w.stored.clear();
    await keeper.use([]);
    await keeper.use([list("a")]);
    expect(keeper.view()).toMatchObject([{ taken: null }]);
  });
});

test("asked for by a person it is fetched now, also when it is not due; off, nothing is", async () => {
  w.answers.a = ok("a.example");
  const keeper = await running(list("a"));
  keeper.update("a");
  await quiet();
  keeper.pause();
  keeper.update("a");
  await w.later(DAY, keeper);
  expect([w.fetched, w.alarmAt()]).toEqual([["a", "a"], null]);
});

test("switched off in the middle of a download, nothing is concluded from its end", async () => {
  w.answers.a = "hangs";
  const keeper = await running(list("a"));
  expect(keeper.view()).toMatchObject([{ updating: true }]);
  keeper.pause();
  await quiet();
  expect(keeper.view()).toMatchObject([{ updating: false, trouble: null, triedAt: null }]);
});

test("another address, or another format, under the same tag is another list; one that is gone is not kept", async () => {
  w.answers.a = ok("a.example");
  const keeper = await running(list("a"));
  w.answers.a = fail({ kind: "redirect" });
  await keeper.use([list("a", { url: "https://elsewhere.example/a" })]);
  expect(keeper.compiled).toEqual({});
  await keeper.use([]);
  expect(w.stored.size).toBe(0);
});

test("more than all lists together may have is refused, and the others serve on", async () => {
  const names = (from: string) => Array.from({ length: 150_000 }, (_, i) => `${from}${i}.example`).join("\n");
  Object.assign(w.answers, { a: ok(names("a")), b: ok(names("b")), c: ok("c.example") });
  const keeper = await running(list("a"), list("b"), list("c"));
  expect(Object.keys(keeper.compiled)).toEqual(["a", "c"]);
  expect(keeper.view()[1]).toMatchObject({ taken: null, trouble: { kind: "too-many" } });
});

test("a list that breaks its reader fails like any other, and the others are fetched", async () => {
  w.answers.a = ok(BREAKS);
  w.answers.b = ok("b.example");
  const keeper = await running(list("a"), list("b"));
  expect(keeper.view().map(({ taken, trouble, updating }) => ({ taken, trouble, updating }))).toEqual([
    { taken: null, trouble: { kind: "unreadable" }, updating: false },
    { taken: 1, trouble: null, updating: false },
  ]);
  w.answers.a = ok("a.example");
  await w.later(DAY, keeper);
  expect(keeper.view()[0]).toMatchObject({ taken: 1, trouble: null });
});

test("a clock that is set back does not put an update off", async () => {
  w.answers.a = ok("a.example");
  const keeper = await running(list("a"));
  await w.later(-900, keeper);
  expect(w.fetched).toEqual(["a", "a"]);
  expect(w.alarmAt()).toBe(100 + DAY);
});

test("asked for while it is switched off: it is fetched when it is switched on, and nothing is said to go on until then", async () => {
  const keeper = w.start();
  await keeper.use([list("a")]);
  keeper.update("a");
  expect(keeper.view()).toMatchObject([{ updating: false }]);
  keeper.resume();
  expect(keeper.view()).toMatchObject([{ updating: true }]);
});

describe("B11 · a download through a proxy whose connections are closed", () => {
  test("ends, holds nothing against the list, and begins anew, by another way by then", async () => {
    w.answers.a = "hangs";
    const keeper = await running(list("a"));
    w.answers.a = ok("a.example");
    w.ways.a = "q";
    keeper.leave(["p"]);
    await quiet();
    expect([w.fetched, Object.keys(keeper.compiled)]).toEqual([["a", "a"], ["a"]]);
    expect(keeper.view()).toMatchObject([{ trouble: null, updating: false }]);
  });

  test("one through another proxy goes on", async () => {
    w.answers.a = "hangs";
    const keeper = await running(list("a"));
    keeper.leave(["q"]);
    await quiet();
    expect([w.fetched, keeper.view()[0]?.updating]).toEqual([["a"], true]);
  });

  test("one that a person asked for before its time is not forgotten", async () => {
    w.answers.a = ok("a.example");
    const keeper = await running(list("a"));
    w.answers.a = "hangs";
    keeper.update("a");
    await quiet();
    w.answers.a = ok("b.example\nc.example");
    keeper.leave(["p"]);
    await quiet();
    expect([w.fetched, keeper.view()[0]?.taken]).toEqual([["a", "a", "a"], 2]);
  });
});

const hosts = (count: number, name = "h"): Outcome<string, ListTrouble> =>
  ok(Array.from({ length: count }, (_, i) => `${name}${i}.example`).join("\n"));

test("less than a tenth of what there was is not taken at once, but when it comes so three times in a row", async () => {
  w.answers.a = hosts(200);
  const keeper = await running(list("a"));
  w.answers.a = hosts(19, "few");
  for (const times of [1, 2]) {
    await w.later(DAY, keeper);
    expect(keeper.view()).toMatchObject([{ taken: 200, trouble: { kind: "shrunk", from: 200, to: 19, times } }]);
  }
  await w.later(DAY, keeper);
  expect(keeper.view()).toMatchObject([{ taken: 19, trouble: null }]);
});

test("what comes in between begins the count anew, and a tenth is taken", async () => {
  w.answers.a = hosts(200);
  const keeper = await running(list("a"));
  for (const answer of [hosts(1), hosts(1), ok(""), hosts(1), hosts(1)]) {
    w.answers.a = answer;
    await w.later(DAY, keeper);
    expect(keeper.view()).toMatchObject([{ taken: 200 }]);
  }
  w.answers.a = hosts(20);
  await w.later(DAY, keeper);
  expect(keeper.view()).toMatchObject([{ taken: 20, trouble: null }]);
});

test.each<[string, Outcome<string, ListTrouble>, number]>([
  ["the network fails", fail({ kind: "failed", code: "offline" }), 2],
  ["no proxy is there to fetch it through", fail({ kind: "no-outbound" }), 2],
  ["it is the server's own answer", fail({ kind: "status", status: 404 }), 1],
])(
  "when the network is another, a list that could not be had because %s is tried at once: %o",
  async (_, answer, tries) => {
    w.answers.a = answer;
    const keeper = await running(list("a"));
    keeper.reachable();
    await quiet();
    expect(w.fetched).toHaveLength(tries);
  },
);

describe("what is kept cannot be read", () => {
  const key = "domains https://lists.example/a";
  beforeEach(async () => {
    w.answers.a = ok("a.example");
    await running(list("a"));
    delete w.answers.a;
  });

  test("no failure is written over it, and it serves as soon as it can be read", async () => {
    w.unreadable.add("lists");
    const keeper = await running(list("a"));
    expect(w.fetched).toEqual(["a", "a"]);
    expect(keeper.view()).toMatchObject([{ taken: null, trouble: { kind: "status", status: 404 } }]);
    expect(w.stored.get(key)).toMatchObject({ loaded: { taken: 1 }, trouble: null });
    const told = w.replaced();
    w.unreadable.clear();
    await w.later(3_600_000, keeper);
    expect(keeper.compiled).toHaveProperty("a");
    expect(w.replaced()).toBe(told + 1);
    expect(keeper.view()).toMatchObject([{ taken: 1, trouble: null, updating: false }]);
    // It is not due yet.
    expect(w.fetched).toEqual(["a", "a"]);
    expect(w.alarmAt()).toBeGreaterThan(DAY / 2);
  });

  test("a person who asks for an update gets it all the same", async () => {
    w.unreadable.add("lists");
    const keeper = await running(list("a"));
    w.unreadable.clear();
    keeper.update("a");
    await quiet();
    expect(w.fetched).toEqual(["a", "a", "a"]);
    expect(w.stored.get(key)).toMatchObject({ loaded: { taken: 1 }, trouble: { kind: "status", status: 404 } });
  });

  test("a list that comes is written down", async () => {
    w.unreadable.add("lists");
    w.answers.a = ok("b.example\nc.example");
    await running(list("a"));
    expect(w.stored.get(key)).toMatchObject({ loaded: { taken: 2 }, trouble: null });
  });

  test("nor over what another version made, while what it was made of cannot be read", async () => {
    w.unreadable.add("texts");
    const keeper = w.start("1.1");
    await keeper.use([list("a")]);
    keeper.resume();
    await quiet();
    expect(keeper.compiled).toEqual({});
    expect(w.stored.get(key)).toMatchObject({ loaded: { taken: 1 }, madeBy: "1.0" });
    w.unreadable.clear();
    await w.later(3_600_000, keeper);
    expect(keeper.compiled).toHaveProperty("a");
    expect(w.stored.get(key)).toMatchObject({ loaded: { taken: 1 }, madeBy: "1.1" });
  });

  test("nor over what another version made, when this one does not get ready to make it anew", async () => {
    const text = w.texts.get(key) ?? "";
    w.texts.set(key, HANGS);
    const keeper = w.start("1.1");
    await keeper.use([list("a")]);
    keeper.resume();
    await quiet();
    expect(keeper.compiled).toEqual({});
    expect(w.stored.get(key)).toMatchObject({ loaded: { taken: 1 }, madeBy: "1.0" });
    w.texts.set(key, text);
    await w.later(3_600_000, keeper);
    expect(keeper.compiled).toHaveProperty("a");
    expect(w.stored.get(key)).toMatchObject({ loaded: { taken: 1 }, madeBy: "1.1" });
  });
});

test("another version of the extension makes the list anew of what it was made of, without fetching it", async () => {
  w.answers.a = ok("a.example\nb.example");
  await running(list("a"));
  const [[key, one] = ["", undefined]] = [...w.stored];
  // What the former version made cannot be looked up by this one.
  if (one?.loaded) w.stored.set(key, { ...one, loaded: { ...one.loaded, list: { takes: {}, spares: null } as never } });
  const keeper = w.start("1.1");
  await keeper.use([list("a")]);
  keeper.resume();
  await quiet();
  expect(keeper.view()).toMatchObject([{ taken: 2, trouble: null, updatedAt: 1_000 }]);
  expect(keeper.compiled.a?.takes.sets).toHaveLength(1);
  expect(w.fetched).toEqual(["a"]);
  expect(w.stored.get(key)).toMatchObject({ madeBy: "1.1" });
});

test("where what it was made of is gone it counts as never loaded, and is fetched at once", async () => {
  w.answers.a = ok("a.example");
  await running(list("a"));
  w.texts.clear();
  const keeper = w.start("1.1");
  await keeper.use([list("a")]);
  expect(keeper.compiled).toEqual({});
  keeper.resume();
  await quiet();
  expect(keeper.view()).toMatchObject([{ taken: 1 }]);
  expect(w.fetched).toEqual(["a", "a"]);
});
