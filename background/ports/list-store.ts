import type { Outcome } from "../../src/lib/result.ts";
import type { PreparedList } from "../../src/rule-lists/prepare-list.ts";
import type { ListHistory } from "../../src/rule-lists/schedule.ts";
import type { ListTrouble } from "../../src/rule-lists/trouble.ts";

/** What is kept of a list. */
export interface KeptList {
  /** Its address and format: another list of the same tag is another list. */
  readonly key: string;
  /** The last good one; null: it was never loaded. */
  readonly loaded: PreparedList | null;
  readonly history: ListHistory;
  /** Why the last update failed; null: it did not. */
  readonly trouble: ListTrouble | null;
  /** The version of the extension, and of the compiled form, that made `loaded`: another may look it up in another way. */
  readonly madeBy: string;
}

/** Keeps lists over restarts (IndexedDB). Rules that name a list that is missing block until it is there. */
export interface ListStore {
  /** Those that are there. */
  read(keys: readonly string[]): Promise<Outcome<readonly KeptList[], "unread">>;
  /** @param text what `loaded` was made of; left out: it is the same as before */
  write(list: KeptList, text?: string): Promise<void>;
  /** What `loaded` was made of; null: it is not there. */
  text(key: string): Promise<Outcome<string | null, "unread">>;
  /** Drops all others. */
  keepOnly(keys: readonly string[]): Promise<void>;
}
