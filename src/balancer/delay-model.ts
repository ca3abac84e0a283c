import type { TestResult } from "../model/test-result.ts";
import type { Member } from "./contract.ts";

/** The effective delay of a member that failed or was never tested. */
export const DEAD = 65_535;
const MAX_DELAY = 65_534;
/** Added to a delay of an earlier run, so that any result of this run wins over it (B3). */
const CACHED_PENALTY = 20_000;
/** A fastest delay below this counts as this much: among very fast members small differences mean nothing (B4). */
const LEAST_DELAY = 100;
/** Products such as 200 × 1.15 come out a hair below the whole number they mean. */
const ROUNDING = 1e-6;

export type Network = "tcp" | "udp";

/** What is known of a member: its last result, or null when it has none. */
export type Known = TestResult | null;

/** Whether this result was measured in this run: cached ones were not. */
export const isOfThisRun = (known: Known): boolean => known !== null && (known.kind === "failed" || !known.cached);

/** Whether the member answered its last test, in this run: a "real ping". */
export const answers = (known: Known): boolean => known?.kind === "delay" && !known.cached;

/** Whole ms, 1 to 65535: what a member's delay counts as when members are compared (B2, B3). */
export function effectiveDelay(known: Known): number {
  if (known?.kind !== "delay") return DEAD;
  return known.cached ? Math.min(known.delay + CACHED_PENALTY, MAX_DELAY) : known.delay;
}

/** Indices of the members that may serve the network, in config order: for UDP those that support it, or all when none does (B6). */
export function eligibleMembers(members: readonly Member[], network: Network): readonly number[] {
  const all = [...members.keys()];
  if (network === "tcp") return all;
  const able = all.filter((member) => members[member]?.udp);
  return able.length > 0 ? able : all;
}

/** The slowest effective delay that is still alive, given those of the eligible members (B4). Never as much as `DEAD`. */
export function acceptableDelay(effective: readonly number[], ratio: number): number {
  const fastest = effective.reduce((least, delay) => Math.min(least, delay), DEAD);
  return Math.min(Math.floor(Math.max(LEAST_DELAY, fastest) * ratio + ROUNDING), MAX_DELAY);
}

/** Whether `delay` is less than `than` by more than the larger of the two tolerances, strictly (LD3, PL4, B17). */
export function clearlyFaster(delay: number, than: number, tolerance: number, ratio: number): boolean {
  return than - delay > margin(than, tolerance, ratio) + ROUNDING;
}

/** By more than how much another must be faster than a member of this delay, in whole ms, as delays are. */
export const wholeMargin = (delay: number, tolerance: number, ratio: number): number =>
  Math.floor(margin(delay, tolerance, ratio) + ROUNDING);

const margin = (delay: number, tolerance: number, ratio: number): number => Math.max(tolerance, ratio * delay);
