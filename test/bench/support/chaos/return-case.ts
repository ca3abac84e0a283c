import type { OutageKind } from "./schedule.ts";

/** Every member goes away, all are marked dead, and after a while one is back. */
export interface ReturnCase {
  readonly name: string;
  readonly kind: OutageKind;
  /** From one member's death to the next one's. */
  readonly stepMs: number;
  /** From the moment in which all count as dead until one returns. */
  readonly holdMs: number;
}

/**
 * The first are the case of M28: one member after the other, over more than 10 s, so that nothing looks like a lost
 * network. The long wait is longer than the pauses between tests of dead members are by then.
 */
export const RETURN_CASES: readonly ReturnCase[] = [
  { name: "refused, one after the other, back after 15 s", kind: "refused", stepMs: 1_000, holdMs: 15_000 },
  { name: "refused, one after the other, back after 100 s", kind: "refused", stepMs: 1_000, holdMs: 100_000 },
  { name: "silent, one after the other, back after 60 s", kind: "silent", stepMs: 1_000, holdMs: 60_000 },
  { name: "refused, all at once, back after 15 s", kind: "refused", stepMs: 0, holdMs: 15_000 },
];
