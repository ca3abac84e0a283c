import type { Ms } from "../model/units.ts";

/** Why lowest-delay keeps or takes a member. */
export type LowestReason =
  /** Kept or taken: nobody has answered yet, and nothing better is known. */
  | "nobody-answers"
  /** Taken: the best cached one, for nobody has answered yet (LD2, LD4). */
  | "best-cached"
  /** Taken: the first that answers while the selection was provisional (LD2). */
  | "first-real-ping"
  /** Taken: the fastest that answers, for the selected one failed (LD4, B13). */
  | "selected-failed"
  /** Kept: 30 s are not over since it was taken (LD5). */
  | "staying"
  /** Kept: the regular cycle has not tested it yet (B12, B14). */
  | "not-tested-yet"
  /** Kept: none is faster. */
  | "fastest"
  /** Kept: a faster one is faster by `needed` or less (LD3). */
  | "not-clearly-faster"
  /** Taken: it is faster by more than `needed` (LD3). */
  | "clearly-faster";

/** What lowest-delay decided last. Members are named by their index. */
export interface LowestDecision {
  /** The one selected before; itself when it was kept. */
  readonly from: number;
  /** The fastest that answers; null: nobody does. */
  readonly fastest: number | null;
  readonly why: LowestReason;
  /** By more than how much another had to be faster than `from`, in whole ms; null: that was not the question. */
  readonly needed: Ms | null;
}
