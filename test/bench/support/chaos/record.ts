import type { BrowserKind } from "../../../../scripts/find-browser.mjs";
import type { History } from "../../../../src/model/history.ts";
import type { Tag } from "../../../../src/model/outbound.ts";
import type { OutageKind } from "./schedule.ts";

export const CHAOS_STRATEGIES = ["lowest-delay", "round-robin"] as const;
export type ChaosStrategy = (typeof CHAOS_STRATEGIES)[number];

/** One main document that a tab asked for. All moments are ms since the epoch, of one clock: lab and browser share a machine. */
export interface PageLoad {
  readonly tab: number;
  /** Counted from 1 over all tabs; part of the address, so that a site can tell which load it answered. */
  readonly id: number;
  readonly url: string;
  readonly beganAt: number;
  /** When the document had come, or the load had failed. */
  readonly endedAt: number;
  /** The browser's error, an unexpected answer, or that it hung; null: the document came. */
  readonly failure: string | null;
}

/** A time in which a member was really away. */
export interface Outage {
  readonly tag: Tag;
  readonly kind: OutageKind;
  readonly downAt: number;
  /** Null: it was still away at the end of the run. */
  readonly upAt: number | null;
}

/** How busy the lab was: it shares the machine with the browser, and must not be what pages wait for. */
export interface LabLoad {
  /** How late the lab's own timers were, ms. */
  readonly lagP99Ms: number;
  readonly lagMaxMs: number;
  /** Of one processor, 0 to 1. */
  readonly processorShare: number;
}

/** All that a chaos run saw; plain JSON. What it means is worked out from it alone. */
export interface ChaosRun {
  readonly browser: BrowserKind;
  readonly strategy: ChaosStrategy;
  readonly seed: number;
  readonly minutes: number;
  /** The members of the one group that everything goes through. */
  readonly members: readonly Tag[];
  readonly beganAt: number;
  readonly endedAt: number;
  readonly pages: readonly PageLoad[];
  readonly outages: readonly Outage[];
  /** The extension's own tests of each member: what it took the member for from then on. */
  readonly tests: Readonly<Record<Tag, History>>;
  /** Which exit carried a page to its site, by the page's id; those that reached none are missing. */
  readonly carriedBy: Readonly<Record<number, string>>;
  /** Addresses that the lab's sites were asked for without a proxy. */
  readonly direct: readonly string[];
  readonly lab: LabLoad;
}
