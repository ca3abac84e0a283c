import { append } from "../../../../src/history/append.ts";
import type { HistoryStore } from "../../../ports/store.ts";
import { database } from "./database.ts";

/** Past tests in IndexedDB, one record a proxy: a hundred of them are read and written at once. */
export const historyStore: HistoryStore = {
  async read({ tag, endpoint }) {
    try {
      return (await (await database()).get("history", [tag, endpoint]))?.tests ?? [];
    } catch {
      return [];
    }
  },
  async write(ended, only) {
    try {
      const transaction = (await database()).transaction("history", "readwrite");
      const { store } = transaction;
      for (const { tag, endpoint, test } of ended) {
        const before = (await store.get([tag, endpoint]))?.tests ?? [];
        const tests = append(before, [test]);
        if (tests !== before) await store.put({ tag, endpoint, tests });
      }
      if (only) {
        const kept = new Set(only.map(({ tag, endpoint }) => JSON.stringify([tag, endpoint])));
        for (const key of await store.getAllKeys()) if (!kept.has(JSON.stringify(key))) await store.delete(key);
      }
      await transaction.done;
    } catch {
      // Tests that are missing from a history are not worth a fault.
    }
  },
};
