import { fail, type Outcome, ok } from "../../src/lib/result.ts";
import type { Instant } from "../../src/model/units.ts";
import { addSizes, isWithin, type ListSize, MOST_IN_ALL_LISTS } from "../../src/rule-lists/list-size.ts";
import type { PreparedList } from "../../src/rule-lists/prepare-list.ts";
import type { ListTrouble } from "../../src/rule-lists/trouble.ts";
import type { KeptList } from "../ports/list-store.ts";

/** A list that was fetched and made ready, and what it was made of. */
export interface FetchedList {
  readonly made: PreparedList;
  readonly text: string;
}

/** With fewer entries it may well be that a list lost most of them. */
const FEW = 20;
/** What comes so often in a row is no mistake. */
const TIMES = 3;

/**
 * Whether a fetched list may take the place of the one that is kept.
 *
 * @param others the sizes of all other lists
 */
export function accept(
  before: KeptList,
  fetched: FetchedList,
  others: readonly ListSize[],
): Outcome<FetchedList, ListTrouble> {
  const shrunk = shrinks(before, fetched.made);
  if (shrunk) return fail(shrunk);
  return isWithin(others.reduce(addSizes, fetched.made.size), MOST_IN_ALL_LISTS)
    ? ok(fetched)
    : fail({ kind: "too-many" });
}

/** What is kept of a list after a try at this moment; a failure leaves the entries as they are. */
export function afterTry(
  before: KeptList,
  got: Outcome<FetchedList, ListTrouble>,
  { now, chance, version }: { readonly now: Instant; readonly chance: number; readonly version: string },
): KeptList {
  const tried = { triedAt: now, chance };
  if (!got.ok)
    return {
      ...before,
      history: { ...before.history, ...tried, failures: before.history.failures + 1 },
      trouble: got.error,
    };
  return {
    key: before.key,
    loaded: sameList(before.loaded, got.value.made),
    history: { ...tried, updatedAt: now, failures: 0 },
    trouble: null,
    madeBy: version,
  };
}

/** What came in the place of a much longer list, until it has come so often that it must be meant; null: it is taken. */
function shrinks({ loaded, trouble }: KeptList, next: PreparedList): ListTrouble | null {
  if (!loaded || loaded.taken < FEW || next.taken * 10 >= loaded.taken) return null;
  const times = (trouble?.kind === "shrunk" ? trouble.times : 0) + 1;
  return times >= TIMES ? null : { kind: "shrunk", from: loaded.taken, to: next.taken, times };
}

/** The very same list stays, so that nothing is made anew for it. */
const sameList = (before: PreparedList | null, next: PreparedList): PreparedList =>
  before && JSON.stringify(before.list) === JSON.stringify(next.list) ? { ...next, list: before.list } : next;
