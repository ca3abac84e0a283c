import type { ListStore } from "../../ports/list-store.ts";
import { inTime } from "./in-time.ts";

/** Lists in IndexedDB: one of 100,000 hosts is larger than what other storage takes lightly. */
export const listStore: ListStore = {
  read: (keys) =>
    inTime([], async (database) => {
      const { store } = database.transaction("lists");
      const found = await Promise.all(keys.map((key) => store.get(key)));
      return found.filter((one) => one !== undefined);
    }),
  // What is not written serves until the background stops, and is fetched again then.
  write: (list) =>
    inTime(undefined, async (database) => {
      await database.put("lists", list);
    }),
  // A list too many does no harm.
  keepOnly: (keys) =>
    inTime(undefined, async (database) => {
      const transaction = database.transaction("lists", "readwrite");
      for (const key of await transaction.store.getAllKeys())
        if (!keys.includes(key)) await transaction.store.delete(key);
      await transaction.done;
    }),
};
