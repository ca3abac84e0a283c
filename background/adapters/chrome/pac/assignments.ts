import { createLru } from "../../../../src/lib/lru.ts";
import type { Answer } from "../../../../src/pac/answer.ts";
import type { TimedWay } from "../../../connections/infer-chain.ts";
import type { Assignment } from "../../../ports/router.ts";

const ORIGINS = 5_000;
const CHANGES = 50;
/** A request's way is learnt within a minute or two of its start; what an origin's ways were weeks ago is of no use. */
const KEPT_MS = 3_600_000;

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
      const from = (entries[0]?.[0] ?? last + 1) - 1;
      if (knownUpTo === null) {
        notes = createLru();
        completeSince = from === 0 ? born : Number.POSITIVE_INFINITY;
      } else if (from > knownUpTo) completeSince = Number.POSITIVE_INFINITY;
      for (const [number, origin, outbound, via, rule, at] of entries) {
        // Two who read at once are told the same.
        if (knownUpTo !== null && number <= knownUpTo) continue;
        const next = [...(notes.get(origin) ?? []), { origin, outbound, via, rule, at }];
        notes.use(origin, withoutOld(next, at - KEPT_MS).slice(-CHANGES));
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

/** The way that was in force at that moment stays, since requests begun later may have gone it. */
function withoutOld(notes: readonly Note[], until: number): readonly Note[] {
  const inForce = notes.findLastIndex(({ at }) => at <= until);
  return inForce <= 0 ? notes : notes.slice(inForce);
}
