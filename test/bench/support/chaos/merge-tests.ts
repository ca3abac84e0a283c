import type { History } from "../../../../src/model/history.ts";
import type { Tag } from "../../../../src/model/outbound.ts";

/** What was read before, and what is new in a later reading: each holds the last tests only. */
export const mergeTests = (
  before: Readonly<Record<Tag, History>>,
  later: Readonly<Record<Tag, History>>,
): Readonly<Record<Tag, History>> =>
  Object.fromEntries(
    Object.entries(later).map(([tag, tests]) => {
      const known = before[tag] ?? [];
      const last = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      return [tag, [...known, ...tests.filter(({ at }) => at > last)]];
    }),
  );
