import type { ListRule } from "../routing/compile-list.ts";

/**
 * Why a part of a list is left out:
 * `path`: it asks for more of an address than a browser shows to who routes;
 * `condition`: it asks for what a browser does not know (a process, a network);
 * `pattern`: an expression or a pattern that cannot be used;
 * `unreadable`: it is not of the list's format.
 */
export const LEFT_REASONS = ["path", "condition", "pattern", "unreadable"] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** How many parts were left out for each reason; a reason that is not here: none. */
export type Left = Readonly<Partial<Record<LeftReason, number>>>;

/** A list as it was read. Nothing is left out unsaid. */
export interface ParsedList {
  readonly takes: readonly ListRule[];
  readonly spares: readonly ListRule[];
  /** Hosts, networks, keywords and expressions that were taken. */
  readonly taken: number;
  readonly left: Left;
}
