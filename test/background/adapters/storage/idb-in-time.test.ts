import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptList } from "../../../../background/ports/list-store.ts";
import { fail } from "../../../../src/lib/result.ts";

/** Opens never, or fails to. */
let opens: () => Promise<never> = () => new Promise(() => {});
vi.mock("idb", () => ({ openDB: () => opens() }));
const { historyStore } = await import("../../../../background/adapters/storage/idb/history-store.ts");
const { logStore } = await import("../../../../background/adapters/storage/idb/log-store.ts");
const { listStore } = await import("../../../../background/adapters/storage/idb/list-store.ts");
const { resultStore } = await import("../../../../background/adapters/storage/idb/result-store.ts");

const LIST: KeptList = {
  key: "domains https://lists.example/a",
  loaded: null,
  history: { updatedAt: null, triedAt: null, failures: 0, chance: 0 },
  trouble: null,
  madeBy: "1.0",
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["fails", () => Promise.reject(new Error("corrupt"))],
  ["never answers", () => new Promise<never>(() => {})],
])("a database that %s holds up nobody", async (_, how) => {
  opens = how;
  const all = Promise.all([
    listStore.read([LIST.key]),
    listStore.text(LIST.key),
    listStore.write(LIST),
    listStore.keepOnly([LIST.key]),
    resultStore.read(),
    resultStore.write([]),
    resultStore.drop(["a"]),
    historyStore.read({ tag: "a", endpoint: "http://a.example:80" }),
    historyStore.write([], []),
    logStore.append(["a line"]),
    logStore.read(),
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  const nothing = undefined;
  expect(await all).toEqual([
    ...[fail("unread"), fail("unread"), nothing, nothing],
    ...[[], nothing, nothing],
    ...[[], nothing],
    ...[nothing, []],
  ]);
});
