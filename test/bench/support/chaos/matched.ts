/**
 * Gives as many of these as possible something of their own that fits (Kuhn's algorithm for the largest matching). Earlier
 * ones come first; an earlier one keeps having something when a later one takes what it had.
 */
export function matched<A, B>(all: readonly A[], fitting: (one: A) => readonly B[]): ReadonlyMap<A, B> {
  const takenBy = new Map<B, A>();
  const find = (one: A, looked: Set<B>): boolean => {
    for (const thing of fitting(one)) {
      if (looked.has(thing)) continue;
      looked.add(thing);
      const former = takenBy.get(thing);
      if (former !== undefined && !find(former, looked)) continue;
      takenBy.set(thing, one);
      return true;
    }
    return false;
  };
  for (const one of all) find(one, new Set());
  return new Map([...takenBy].map(([thing, one]) => [one, thing]));
}
