import type { Decision } from "../decision/contract.ts";
import type { Instant } from "../model/units.ts";
import type { AssignmentEntry } from "./answer.ts";

const RING = 1_000;
const ORIGINS = 5_000;

/**
 * Which member each origin's requests were given, in the order in which that changed. The PAC program alone sees every
 * connection, also those that no event shows, so blame and "who serves this tab" are read here and never guessed.
 * Bounded: the last 1,000 changes, of the last 5,000 origins.
 */
export interface Assignments {
  note(origin: string, decision: Decision, now: Instant): void;
  since(sequence: number): { readonly last: number; readonly entries: readonly AssignmentEntry[] };
}

export function createAssignments(): Assignments {
  const ring: AssignmentEntry[] = [];
  const current = new Map<string, string>();
  let last = 0;
  return {
    note(origin, { outbound, via, rule }, now) {
      const way = `${outbound}\n${via.join("\n")}\n${rule}`;
      if (current.get(origin) === way) return;
      current.delete(origin);
      current.set(origin, way);
      if (current.size > ORIGINS) current.delete(current.keys().next().value ?? "");
      ring.push([++last, origin, outbound, via, rule, now]);
      if (ring.length > RING) ring.shift();
    },
    since: (sequence) => ({ last, entries: ring.filter(([at]) => at > sequence) }),
  };
}
