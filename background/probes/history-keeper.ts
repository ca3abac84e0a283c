import { append } from "../../src/history/append.ts";
import { entryOf } from "../../src/history/entry-of.ts";
import type { Config } from "../../src/model/config.ts";
import type { History } from "../../src/model/history.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { EndedTest, HistoryKey, HistoryStore, SavedResult } from "../ports/store.ts";
import { endpointOf } from "./saved-results.ts";

/** Keeps what became of each proxy's last tests. */
export interface HistoryKeeper {
  /** Notes results of this run; told again, they count once. Resolves when they are written, or could not be. */
  add(saved: readonly SavedResult[]): Promise<void>;
  /** Empty for what is not a proxy of the configuration. */
  read(tag: Tag): Promise<History>;
  /** Drops the history of proxies that are not configured any more. */
  tidy(): Promise<void>;
}

/** @param config the configuration in use; null: there is none, and nothing is dropped for want of it */
export function createHistoryKeeper(
  store: HistoryStore,
  config: () => Pick<Config, "outbounds"> | null,
): HistoryKeeper {
  let waiting: readonly EndedTest[] = [];
  let underWay: readonly EndedTest[] = [];
  let writing: Promise<void> | null = null;
  /** What others left in the store is dropped at the first write, and after each change of the configuration. */
  let tidiedFor: Pick<Config, "outbounds"> | null = null;

  const untidy = (): boolean => config() !== null && config() !== tidiedFor;
  const hasWork = (): boolean => waiting.length > 0 || untidy();

  /** One write at a time: whatever comes meanwhile goes together in the next one. */
  function write(): Promise<void> {
    if (hasWork()) writing ??= writeAll();
    return writing ?? Promise.resolve();
  }

  async function writeAll(): Promise<void> {
    while (hasWork()) {
      const now = config();
      const only = now && untidy() ? keysOf(now) : null;
      tidiedFor = now;
      underWay = waiting;
      waiting = [];
      await store.write(underWay, only);
      underWay = [];
    }
    writing = null;
  }

  return {
    add(saved) {
      waiting = [...waiting, ...saved.flatMap(endedTest)];
      return write();
    },
    async read(tag) {
      const key = keysOf(config()).find((one) => one.tag === tag);
      if (!key) return [];
      // What is not written yet is part of it: a person looks at a test that has just ended.
      const unwritten = [...underWay, ...waiting].filter((one) => one.tag === tag && one.endpoint === key.endpoint);
      return append(
        await store.read(key),
        unwritten.map(({ test }) => test),
      );
    },
    tidy: write,
  };
}

function endedTest({ tag, endpoint, result }: SavedResult): readonly EndedTest[] {
  const test = result && entryOf(result);
  return test ? [{ tag, endpoint, test }] : [];
}

const keysOf = (config: Pick<Config, "outbounds"> | null): readonly HistoryKey[] =>
  config?.outbounds.flatMap((one) => (one.kind === "proxy" ? [{ tag: one.tag, endpoint: endpointOf(one) }] : [])) ?? [];
