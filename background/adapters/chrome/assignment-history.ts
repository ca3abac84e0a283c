import { createLru } from "../../../src/lib/lru.ts";
import type { Answer } from "../../../src/pac/answer.ts";
import type { TimedWay } from "../../connections/way-at.ts";
import type { Assignment } from "../../ports/router.ts";

const ORIGINS = 5_000;
const CHANGES = 50;

/** What was read of the PAC program's notes: how each origin's requests went, and when that changed. */
export interface AssignmentHistory {
  /** How they went last; null: none did. */
  last(origin: string): Assignment | null;
  /** The changes, the oldest first. */
  ways(origin: string): readonly TimedWay[];
  /** From this moment on not even an origin's first note is missing; Infinity: one may be. */
  readonly completeSince: number;
}

interface Note extends Assignment, TimedWay {}

export function createAssignmentHistory(): AssignmentHistory & {
  /** @param knownUpTo the number of the last note known of the same context, or of one whose notes go on; null: another's */
  add(log: Extract<Answer, { kind: "log" }>, knownUpTo: number | null): void;
  clear(): void;
} {
  let notes = createLru<readonly Note[]>();
  let completeSince = Number.POSITIVE_INFINITY;
  return {
    add({ entries, last, born }, knownUpTo) {
      const next = (entries[0]?.[0] ?? last + 1) - 1;
      if (knownUpTo === null) {
        notes = createLru();
        completeSince = next === 0 ? born : Number.POSITIVE_INFINITY;
      } else if (next > knownUpTo) completeSince = Number.POSITIVE_INFINITY;
      for (const [number, origin, outbound, via, rule, at] of entries) {
        // Two who read at once are told the same.
        if (knownUpTo !== null && number <= knownUpTo) continue;
        const before = notes.get(origin) ?? [];
        notes.use(origin, [...before, { origin, outbound, via, rule, at }].slice(-CHANGES));
        if (notes.size > ORIGINS) notes.delete(notes.oldest()?.key ?? "");
      }
    },
    clear() {
      notes = createLru();
      completeSince = Number.POSITIVE_INFINITY;
    },
    last(origin) {
      const note = notes.get(origin)?.at(-1);
      return note ? { origin, outbound: note.outbound, via: note.via, rule: note.rule } : null;
    },
    ways: (origin) => notes.get(origin) ?? [],
    get completeSince() {
      return completeSince;
    },
  };
}
