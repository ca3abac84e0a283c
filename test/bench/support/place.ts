import type { Which } from "./origins.ts";
import type { StrategyCase } from "./strategy-case.ts";

/** Somewhere decisions are made. */
export interface Place {
  readonly title: string;
  /** Makes a case ready; resolves to who times decisions of it: µs for one. */
  open(one: StrategyCase): Promise<(which: Which, count: number) => Promise<number>>;
  close(): Promise<void>;
}
