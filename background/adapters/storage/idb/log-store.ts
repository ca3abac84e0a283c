import { database } from "./database.ts";

const LINES = 2_000;

/** The bounded log (M25), kept over restarts. */
export interface LogStore {
  append(lines: readonly string[]): Promise<void>;
  read(): Promise<readonly string[]>;
}

export const logStore: LogStore = {
  async append(lines) {
    try {
      const transaction = (await database()).transaction("log", "readwrite");
      for (const line of lines) await transaction.store.add(line);
      const over = (await transaction.store.count()) - LINES;
      if (over > 0) {
        const keys = await transaction.store.getAllKeys(undefined, over);
        const last = keys.at(-1);
        if (last !== undefined) await transaction.store.delete(IDBKeyRange.upperBound(last));
      }
      await transaction.done;
    } catch {
      // A log line is not worth a fault.
    }
  },
  async read() {
    try {
      return await (await database()).getAll("log");
    } catch {
      return [];
    }
  },
};
