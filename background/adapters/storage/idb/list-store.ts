import { fail, ok } from "../../../../src/lib/result.ts";
import type { ListStore } from "../../../ports/list-store.ts";
import { inTime } from "./in-time.ts";

type Read<T extends (...args: never) => unknown> = Awaited<ReturnType<T>>;

const UNREAD = fail("unread" as const);

/** Lists in IndexedDB: one of 100,000 hosts is larger than what other storage takes lightly. */
export const listStore: ListStore = {
  read: (keys) =>
    inTime<Read<ListStore["read"]>>(UNREAD, async (database) => {
      const { store } = database.transaction("lists");
      const found = await Promise.all(keys.map((key) => store.get(key)));
      return ok(found.filter((one) => one !== undefined));
    }),
  // What is not written serves until the background stops, and is fetched again then.
  write: (list, text) =>
    inTime(undefined, async (database) => {
      const transaction = database.transaction(["lists", "listTexts"], "readwrite");
      await transaction.objectStore("lists").put(list);
      if (text !== undefined) await transaction.objectStore("listTexts").put(text, list.key);
      await transaction.done;
    }),
  text: (key) =>
    inTime<Read<ListStore["text"]>>(UNREAD, async (database) => ok((await database.get("listTexts", key)) ?? null)),
  // A list too many does no harm.
  keepOnly: (keys) =>
    inTime(undefined, async (database) => {
      const transaction = database.transaction(["lists", "listTexts"], "readwrite");
      for (const name of ["lists", "listTexts"] as const) {
        const store = transaction.objectStore(name);
        for (const key of await store.getAllKeys()) if (!keys.includes(key)) await store.delete(key);
      }
      await transaction.done;
    }),
};
