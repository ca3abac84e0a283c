/**
 * Remembers what a pure function gave for each key; when it holds too many, it forgets all and begins anew, which costs
 * less for each call than an order of use.
 *
 * @param most how many keys are kept
 */
export function memo<V>(most: number, compute: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const made = compute(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}

/** Remembers what a pure function gave for each value, as long as somebody holds the value, which is never changed. */
export function memoOf<K extends WeakKey, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const made = known.get(key) ?? { value: compute(key) };
    known.set(key, made);
    return made.value;
  };
}

/** Makes a value when it is asked for first. */
export function onceMade<V>(make: () => V): () => V {
  let made: { readonly value: V } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
