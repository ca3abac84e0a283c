import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptList } from "../../background/ports/list-store.ts";
import { fail } from "../../src/lib/result.ts";

/** Opens never, or fails to. */
let opens: () => Promise<never> = () => new Promise(() => {});
vi.mock("idb", () => ({ openDB: () => opens() }));
const { listStore } = await import("../../background/adapters/idb/list-store.ts");
const { resultStore } = await import("../../background/adapters/idb/result-store.ts");

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
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await all).toEqual([fail("unread"), fail("unread"), undefined, undefined, []]);
});
