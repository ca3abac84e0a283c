import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { database } from "../../../background/adapters/storage/idb/database.ts";
import { historyStore } from "../../../background/adapters/storage/idb/history-store.ts";
import type { EndedTest, HistoryStore, SavedResult } from "../../../background/ports/store.ts";
import { createHistoryKeeper } from "../../../background/probes/history-keeper.ts";
import { keepSaved } from "../../../background/probes/saved-results.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import type { Config } from "../../../src/model/config.ts";
import type { TestResult } from "../../../src/model/test-result.ts";
import { instant } from "../../../src/model/units.ts";

/** Proxies by tag, each at its address. */
function config(servers: Readonly<Record<string, string>>): Config {
  const outbounds = Object.entries(servers).map(([tag, server]) => ({
    ...{ type: "http", tag, server, server_port: 80, username: "somebody", password: "secret" },
  }));
  const parsed = parseConfig(JSON.stringify({ outbounds }));
  if (!parsed.ok) throw new Error(`not a configuration: ${JSON.stringify(parsed.error)}`);
  return parsed.value.config;
}

const BOTH = config({ a: "192.0.2.1", b: "192.0.2.2" });
const took = (at: number, delay: number): TestResult => ({
  ...{ kind: "delay", delay, cached: false, stampedAt: instant(at), endedAt: instant(at) },
});
const results = (of: Config, ...ended: readonly (readonly [string, TestResult | null])[]): SavedResult[] =>
  keepSaved(
    of,
    ended.map(([tag, result]) => ({ tag, result, exit: null })),
  );
const at = (tag: string, endpoint = `http://192.0.2.${tag === "a" ? 1 : 2}:80`) => ({ tag, endpoint });

beforeEach(async () => (await database()).clear("history"));

test("a test is in the history of its proxy at once, and once however often it is told", async () => {
  const keeper = createHistoryKeeper(historyStore, () => BOTH);
  void keeper.add(results(BOTH, ["a", took(1, 80)], ["b", took(2, 90)]));
  void keeper.add(results(BOTH, ["a", took(1, 80)], ["a", null]));
  const written = keeper.add(results(BOTH, ["a", took(3, 84)]));
  const wanted = [
    { at: 1, delay: 80 },
    { at: 3, delay: 84 },
  ];
  expect(await keeper.read("a")).toEqual(wanted);
  await written;
  expect(await historyStore.read(at("a"))).toEqual(wanted);
  expect(await historyStore.read(at("b"))).toEqual([{ at: 2, delay: 90 }]);
});

test("a background that was stopped and tells its last test again adds nothing", async () => {
  for (let life = 0; life < 2; life++) {
    const keeper = createHistoryKeeper(historyStore, () => BOTH);
    await keeper.add(results(BOTH, ["a", took(1, 80)]));
  }
  expect(await historyStore.read(at("a"))).toEqual([{ at: 1, delay: 80 }]);
});

test("the last hundred tests of a proxy are kept", async () => {
  const keeper = createHistoryKeeper(historyStore, () => BOTH);
  const all = Array.from({ length: 130 }, (_, index) => index + 1);
  await Promise.all(all.map((moment) => keeper.add(results(BOTH, ["a", took(moment, 80)]))));
  const kept = await historyStore.read(at("a"));
  expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([100, 31, 130]);
});

test("tests that end while others are written go together in the next write", async () => {
  const slow = slowStore();
  const keeper = createHistoryKeeper(slow.store, () => BOTH);
  const written = [1, 2, 3, 4, 5].map((moment) => keeper.add(results(BOTH, ["a", took(moment, 80)])));
  expect((await keeper.read("a")).map((test) => test.at)).toEqual([1, 2, 3, 4, 5]);
  slow.finish();
  await Promise.all(written);
  expect(slow.writes.map((ended) => ended.map(({ test }) => test.at))).toEqual([[1], [2, 3, 4, 5]]);
});

test("a proxy that left the configuration, or is somewhere else now, leaves no history", async () => {
  let now = BOTH;
  const keeper = createHistoryKeeper(historyStore, () => now);
  await keeper.add(results(BOTH, ["a", took(1, 80)], ["b", took(2, 90)]));
  now = config({ a: "198.51.100.7" });
  await keeper.tidy();
  expect(await keys()).toEqual([]);
  expect(await keeper.read("a")).toEqual([]);
  expect(await keeper.read("b")).toEqual([]);
});

test("what an earlier life of the background left of other proxies goes at the first write", async () => {
  await historyStore.write([{ ...at("gone"), test: { at: 1, delay: 1 } }], null);
  const keeper = createHistoryKeeper(historyStore, () => BOTH);
  await keeper.add(results(BOTH, ["a", took(1, 80)]));
  expect(await keys()).toEqual([["a", "http://192.0.2.1:80"]]);
});

test("without a configuration nothing is dropped", async () => {
  await historyStore.write([{ ...at("a"), test: { at: 1, delay: 1 } }], null);
  await createHistoryKeeper(historyStore, () => null).tidy();
  expect(await keys()).toHaveLength(1);
});

test("no account is in it", async () => {
  const keeper = createHistoryKeeper(historyStore, () => BOTH);
  await keeper.add(results(BOTH, ["a", took(1, 80)]));
  expect(JSON.stringify(await (await database()).getAll("history"))).not.toMatch(/secret|somebody/);
});

const keys = async () => (await database()).getAllKeys("history");

/** A store whose writes last until it is told to finish. */
function slowStore() {
  const writes: (readonly EndedTest[])[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((done) => {
    finish = done;
  });
  const store: HistoryStore = {
    read: async () => [],
    async write(ended) {
      writes.push(ended);
      await finished;
    },
  };
  return { store, writes, finish };
}
