import type { ResultStore } from "../../../ports/store.ts";
import { database } from "./database.ts";
import { inTime } from "./in-time.ts";

/** Results in IndexedDB. The browser may evict it, and nothing a person entered is here: a fault loses old delays only. */
export const resultStore: ResultStore = {
  read: () => inTime([], (database) => database.getAll("results")),
  async write(saved) {
    try {
      const transaction = (await database()).transaction("results", "readwrite");
      await Promise.all([...saved.map((one) => transaction.store.put(one)), transaction.done]);
    } catch {
      // The next run begins without these.
    }
  },
  async drop(tags) {
    try {
      const transaction = (await database()).transaction("results", "readwrite");
      await Promise.all([...tags.map((tag) => transaction.store.delete(tag)), transaction.done]);
    } catch {
      // They are dropped at another start.
    }
  },
};
