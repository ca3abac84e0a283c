import type { ListStore } from "../../ports/list-store.ts";
import { database } from "./database.ts";

/** Lists in IndexedDB: one of 100,000 hosts is larger than what other storage takes lightly. */
export const listStore: ListStore = {
  async read(keys) {
    try {
      const transaction = (await database()).transaction("lists");
      const found = await Promise.all(keys.map((key) => transaction.store.get(key)));
      return found.filter((one) => one !== undefined);
    } catch {
      return [];
    }
  },
  async write(list) {
    try {
      await (await database()).put("lists", list);
    } catch {
      // It serves until the background stops, and is fetched again then.
    }
  },
  async keepOnly(keys) {
    try {
      const transaction = (await database()).transaction("lists", "readwrite");
      for (const key of await transaction.store.getAllKeys())
        if (!keys.includes(key)) await transaction.store.delete(key);
      await transaction.done;
    } catch {
      // A list too many does no harm.
    }
  },
};
