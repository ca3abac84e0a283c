import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, test } from "vitest";
import { database } from "../../../../background/adapters/storage/idb/database.ts";

/** The first version as it was released. */
async function firstVersion(): Promise<void> {
  const first = await openDB("switchyard", 1, {
    upgrade(db) {
      db.createObjectStore("results", { keyPath: "tag" });
      db.createObjectStore("log", { autoIncrement: true });
    },
  });
  await first.put("results", { tag: "a", endpoint: "http://192.0.2.1:80", result: null, exit: null });
  await first.add("log", "a line");
  first.close();
}

test("a database of the first version keeps what it has, and gains an empty history", async () => {
  await firstVersion();
  const now = await database();
  expect((await now.getAll("results")).map(({ tag }) => tag)).toEqual(["a"]);
  expect(await now.getAll("log")).toEqual(["a line"]);
  expect(await now.getAll("history")).toEqual([]);
});
