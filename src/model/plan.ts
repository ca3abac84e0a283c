import type { StickyPart, Tag } from "./outbound.ts";
import type { Ms } from "./units.ts";

/**
 * What a group does with new connections now: the strategy's state boiled down to what a decision needs. Plain JSON,
 * small, made in the background on every update and sent to the PAC program. Members are named by their index in
 * `GroupNode.members`.
 */
export type Plan =
  /** A selector's pick, or lowest-delay's selection: everything goes there. */
  | { readonly kind: "one"; readonly member: number }
  /** round-robin: members take turns in this order. Never empty. */
  | ({ readonly kind: "turns"; readonly order: readonly number[] } & Riding)
  /** consistent-hashing: `alive` in config order; the hash runs over `eligible` (CH2). */
  | {
      readonly kind: "hash";
      readonly eligible: readonly number[];
      readonly alive: readonly number[];
      readonly maxRetry: number;
      readonly weights: readonly number[] | null;
    }
  /** sticky-sessions. */
  | ({
      readonly kind: "sticky";
      readonly eligible: readonly number[];
      readonly alive: readonly number[];
      readonly maxRetry: number;
      readonly ttl: Ms;
      readonly stickyHash: readonly StickyPart[];
      readonly weights: readonly number[] | null;
    } & Riding)
  /** pool: the holder of each slot, and whether it works. */
  | ({
      readonly kind: "pool";
      readonly slots: readonly { readonly member: number; readonly works: boolean }[];
      readonly stickyHash: readonly StickyPart[];
    } & Riding)
  /** A group with no member left: it blocks (B1, B20). */
  | { readonly kind: "empty" };

/**
 * How often each member failed while it was in use; absent: none did. A ride ends with its member's death though the member
 * takes connections again before the next request, or goes on taking them because nobody is alive (RR4).
 */
interface Riding {
  readonly deaths?: Readonly<Record<number, number>>;
}

/** The plan of every group, by tag. */
export type Plans = Readonly<Record<Tag, Plan>>;
