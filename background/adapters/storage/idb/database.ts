import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { History } from "../../../../src/model/history.ts";
import { withinTime } from "../../../lib/within-time.ts";
import type { KeptList } from "../../../ports/list-store.ts";
import type { HistoryKey, SavedResult } from "../../../ports/store.ts";

export interface Schema extends DBSchema {
  /** The last result and exit address of each outbound. */
  results: { key: string; value: SavedResult };
  /** Lines of the log, in order. */
  log: { key: number; value: string };
  /** The last tests of each proxy. */
  history: { key: [tag: string, endpoint: string]; value: HistoryKey & { readonly tests: History } };
  /** Rule lists, each as it was loaded last. */
  lists: { key: string; value: KeptList };
  /** What each list was made of: it is not read until it must be made anew. */
  listTexts: { key: string; value: string };
}

/** One step a version, in order; a step is never changed once it was released. */
const MIGRATIONS: readonly ((database: IDBPDatabase<Schema>) => void)[] = [
  (database) => {
    database.createObjectStore("results", { keyPath: "tag" });
    database.createObjectStore("log", { autoIncrement: true });
  },
  (database) => {
    database.createObjectStore("history", { keyPath: ["tag", "endpoint"] });
  },
  (database) => {
    database.createObjectStore("lists", { keyPath: "key" });
  },
  (database) => {
    database.createObjectStore("listTexts");
  },
];

/** What is to be written must not pile up before a database that does not open. */
const PATIENCE_MS = 5_000;

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** Opens the database once for the life of the background; a failed opening is tried again at the next call. Rejects in time. */
export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("switchyard", MIGRATIONS.length, {
    upgrade(db, from) {
      for (const migrate of MIGRATIONS.slice(from)) migrate(db);
    },
    terminated() {
      opened = null;
    },
  }).catch((error) => {
    opened = null;
    throw error;
  });
  return withinTime(opened, PATIENCE_MS);
}
