import type { Decision } from "../decision/contract.ts";
import type { Tag } from "../model/outbound.ts";
import type { Instant } from "../model/units.ts";
import type { AssignmentEntry } from "./answer.ts";

const RING = 1_000;
/** Of more it forgets all, and notes them once more: that costs less for each of them than an order of use. */
const ORIGINS = 5_000;

/**
 * Which member each origin's requests were given, in the order in which that changed. The PAC program alone sees every
 * connection, also those that no event shows, so blame and "who serves this tab" are read here and never guessed.
 * Bounded: the last 1,000 changes. One that leads the same way as the last is none to who reads them.
 */
export interface Assignments {
  note(origin: string, decision: Decision, now: Instant): void;
  since(sequence: number): { readonly last: number; readonly entries: readonly AssignmentEntry[] };
}

/** What an origin's requests are compared by. */
type Way = Pick<Decision, "outbound" | "via" | "rule">;

export function createAssignments(): Assignments {
  /** Up to twice as many as are told: to take one away at each change would cost as much as the rest. */
  const changes: AssignmentEntry[] = [];
  const current = new Map<string, Way>();
  let last = 0;
  return {
    note(origin, decision, now) {
      const before = current.get(origin);
      if (before !== undefined && isSameWay(before, decision)) return;
      const { outbound, via, rule } = decision;
      if (current.size >= ORIGINS) current.clear();
      current.set(origin, { outbound, via, rule });
      changes.push([++last, origin, outbound, via, rule, now]);
      if (changes.length >= 2 * RING) changes.splice(0, RING);
    },
    since: (sequence) => ({ last, entries: changes.slice(-RING).filter(([at]) => at > sequence) }),
  };
}

function isSameWay(one: Way, other: Way): boolean {
  return one.outbound === other.outbound && one.rule === other.rule && isSameVia(one.via, other.via);
}

function isSameVia(one: readonly Tag[], other: readonly Tag[]): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return one.length === other.length;
}
