import type { History } from "../../../../src/model/history.ts";
import type { Tag } from "../../../../src/model/outbound.ts";
import type { ChaosRun, Outage } from "./record.ts";

/** What was so, and what the extension took for so. */
export interface Truth {
  /** Since when a member is there; null: it is away. The run's beginning counts as long ago. */
  upSince(tag: Tag, at: number): number | null;
  /** The outage that a member is in; null: it is there. */
  outageAt(tag: Tag, at: number): Outage | null;
  /** Whether the last test that had ended by then says that the member answers. Before its first test it does. */
  countsAsAlive(tag: Tag, at: number): boolean;
  /** The first test that failed after an outage began, and before it ended; null: none did. */
  foundAt(outage: Outage): number | null;
}

const LONG_AGO = Number.NEGATIVE_INFINITY;

export function truthOf({ outages, tests }: Pick<ChaosRun, "outages" | "tests">): Truth {
  const ofTag = (tag: Tag): readonly Outage[] => outages.filter((outage) => outage.tag === tag);
  const testsOf = (tag: Tag): History => tests[tag] ?? [];
  const outageAt = (tag: Tag, at: number): Outage | null =>
    ofTag(tag).find(({ downAt, upAt }) => downAt <= at && at < (upAt ?? Number.POSITIVE_INFINITY)) ?? null;
  return {
    outageAt,
    upSince(tag, at) {
      if (outageAt(tag, at)) return null;
      return Math.max(LONG_AGO, ...ofTag(tag).flatMap(({ upAt }) => (upAt !== null && upAt <= at ? [upAt] : [])));
    },
    countsAsAlive(tag, at) {
      const last = testsOf(tag).findLast((test) => test.at <= at);
      return last === undefined || "delay" in last;
    },
    foundAt({ tag, downAt, upAt }) {
      const until = upAt ?? Number.POSITIVE_INFINITY;
      return testsOf(tag).find((test) => "error" in test && test.at >= downAt && test.at < until)?.at ?? null;
    },
  };
}
