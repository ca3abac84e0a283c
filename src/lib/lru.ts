interface Entry<V> {
  readonly key: string;
  value: V;
  older: Entry<V> | null;
  newer: Entry<V> | null;
}

/** Values by key, in order of use. */
export interface Lru<V> {
  readonly size: number;
  /** Looking is no use. */
  get(key: string): V | undefined;
  /** Stores a value as the one used last. */
  use(key: string, value: V): void;
  delete(key: string): void;
  /** Its key need not be looked up. */
  deleteOldest(): void;
  /** The least recently used one; null: there is none. */
  oldest(): { readonly key: string; readonly value: V } | null;
  /** The least recently used first. */
  entries(): [key: string, value: V][];
}

/**
 * A list of uses beside a map. A map alone keeps an order too, but there each use is a deletion, and finding the oldest
 * has to step over all that was deleted: thousands of steps for one request.
 */
export function createLru<V>(): Lru<V> {
  const entries = new Map<string, Entry<V>>();
  let oldest: Entry<V> | null = null;
  let newest: Entry<V> | null = null;

  function unlink({ older, newer }: Entry<V>): void {
    if (older) older.newer = newer;
    else oldest = newer;
    if (newer) newer.older = older;
    else newest = older;
  }

  function append(entry: Entry<V>): void {
    entry.older = newest;
    entry.newer = null;
    if (newest) newest.newer = entry;
    else oldest = entry;
    newest = entry;
  }

  return {
    get size() {
      return entries.size;
    },
    get: (key) => entries.get(key)?.value,
    use(key, value) {
      let entry = entries.get(key);
      if (entry) unlink(entry);
      else {
        entry = { key, value, older: null, newer: null };
        entries.set(key, entry);
      }
      entry.value = value;
      append(entry);
    },
    delete(key) {
      const entry = entries.get(key);
      if (!entry) return;
      entries.delete(key);
      unlink(entry);
    },
    deleteOldest() {
      if (!oldest) return;
      entries.delete(oldest.key);
      unlink(oldest);
    },
    oldest: () => oldest,
    entries() {
      const all: [string, V][] = [];
      for (let entry = oldest; entry; entry = entry.newer) all.push([entry.key, entry.value]);
      return all;
    },
  };
}
