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
