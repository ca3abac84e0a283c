import { after, type Instant, instant, type Ms, ms } from "../model/units.ts";

/** How the updates of a list went. */
export interface ListHistory {
  /** When it was loaded last; null: never. */
  readonly updatedAt: Instant | null;
  /** When that was tried last; null: never. */
  readonly triedAt: Instant | null;
  /** Tries that failed since it was loaded last. */
  readonly failures: number;
  /** 0 to 1, drawn at the last try, so that browsers do not all come again at one moment. */
  readonly chance: number;
}

/** Requests wait for a list that was never loaded, and not for a fresher one. */
const FIRST = { shortest: 5_000, longest: 300_000 };
const LATER = { shortest: 60_000, longest: 3_600_000 };

/** When a list is to be fetched: an interval after it was loaded; after failures in growing steps, a quarter more or less. */
export function nextTryAt({ updatedAt, triedAt, failures, chance }: ListHistory, interval: Ms): Instant {
  if (triedAt === null) return instant(0);
  if (failures === 0) return updatedAt === null ? instant(0) : after(updatedAt, interval);
  const { shortest, longest } = updatedAt === null ? FIRST : LATER;
  const wait = Math.min(shortest * 2 ** (failures - 1), longest, interval);
  return after(triedAt, ms(Math.round(wait * (0.75 + chance / 2))));
}
