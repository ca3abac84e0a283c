import type { TemporaryRule } from "../../src/model/temporary-rule.ts";
import { createMutex } from "../lib/mutex.ts";
import type { TemporaryStore } from "../ports/temporary-store.ts";

/** So many that nobody reaches it by hand. */
const MOST = 100;

/** Keeps the rules that end with the run. */
export interface TemporaryKeeper {
  /** Reads the store, unless that was done; rejects when it cannot be read. */
  load(): Promise<void>;
  /** The same list as long as nothing changes. */
  readonly rules: readonly TemporaryRule[];
  /** Adds a rule before the others; one for the same site makes way. Rejects when it cannot be kept: nothing is changed then. */
  add(rule: TemporaryRule): Promise<void>;
  remove(host: string): Promise<void>;
}

export function createTemporaryKeeper(store: TemporaryStore): TemporaryKeeper {
  let rules: readonly TemporaryRule[] = [];
  let loaded = false;
  const mutex = createMutex();

  async function load(): Promise<void> {
    if (!loaded) rules = await store.read();
    loaded = true;
  }

  /** What could not be read is never written over. */
  async function change(next: () => readonly TemporaryRule[]): Promise<void> {
    await load();
    const changed = next();
    await store.write(changed);
    rules = changed;
  }
  const without = (host: string): readonly TemporaryRule[] => rules.filter((one) => one.host !== host);

  return {
    load: () => mutex.run(load),
    get rules() {
      return rules;
    },
    add: (rule) => mutex.run(() => change(() => [rule, ...without(rule.host)].slice(0, MOST))),
    remove: (host) => mutex.run(() => change(() => without(host))),
  };
}
