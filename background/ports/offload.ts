import type { ConfigProblem } from "../../src/config/problem.ts";
import type { Outcome } from "../../src/lib/result.ts";
import type { ListFormat } from "../../src/model/rule-list.ts";
import type { PreparedList } from "../../src/rule-lists/prepare-list.ts";
import type { ListFault } from "../../src/rule-lists/read-list.ts";
import type { CheckedText, LoadedText, ShownRule } from "../settings/check-text.ts";

/**
 * Work that takes long where there is much of it: 100,000 rules take more than a second. Where requests wait for the
 * background's own thread (Firefox) it is done beside it.
 */
export interface Workshop {
  /** What a person wants to save. */
  check(text: string): Promise<Outcome<CheckedText, readonly ConfigProblem[]>>;
  /** What is stored. */
  load(text: string): Promise<Outcome<LoadedText, readonly ConfigProblem[]>>;
  /** One rule of what is stored, by its place, to be looked at. */
  rule(text: string, place: number): Promise<ShownRule | null>;
  prepareList(format: ListFormat, text: string): Promise<Outcome<PreparedList, ListFault>>;
}
