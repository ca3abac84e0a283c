import type { TemporaryRule } from "../../src/model/temporary-rule.ts";

/**
 * Keeps the rules that end with the run (`storage.session`). A read or a write that fails rejects: requests that such a
 * rule was to keep off another way must not take it unseen.
 */
export interface TemporaryStore {
  read(): Promise<readonly TemporaryRule[]>;
  write(rules: readonly TemporaryRule[]): Promise<void>;
}
