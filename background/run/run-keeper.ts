import { createMutex } from "../lib/mutex.ts";
import type { RunStore } from "../ports/store.ts";
import { changedParts, type RunRecord, readRunRecord, type TakenApart, takeApart } from "./run-record.ts";

/** Keeps the record of the run. */
export interface RunKeeper {
  /** To be called once, before all else; null: a new run. Never rejects. */
  read(): Promise<RunRecord | null>;
  /** Never rejects: when it cannot be kept the run goes on, and a stopped background would begin a new one. */
  write(record: RunRecord): Promise<void>;
}

/** Writes only what changed since the last write: with a thousand members the whole would take longer than a test's step. */
export function createRunKeeper(store: RunStore): RunKeeper {
  /** Null: nothing is known of what lies there. */
  let written: TakenApart | null = null;
  /** What changed is known when the write before has ended: else what came and went meanwhile would stay in the store. */
  const mutex = createMutex();

  async function write(record: RunRecord): Promise<void> {
    const next = takeApart(record);
    try {
      await store.write(changedParts(next, written));
      written = next;
    } catch {
      // Over the browser's quota, or shutting down.
      written = null;
    }
  }

  return {
    async read() {
      const record = await store
        .read()
        .then(readRunRecord)
        .catch(() => null);
      written = record && takeApart(record);
      return record;
    },
    write: (record) => mutex.run(() => write(record)),
  };
}
