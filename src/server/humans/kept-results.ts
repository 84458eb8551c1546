/** Results kept of one bank in one state. */
const MOST_KEPT = 50;

/** Computes a result once for each source and key, as long as the source is in memory: a large bank takes most of a second, in which nobody else is answered. */
export function keptResults<S extends object, T>(): (source: S, key: string, make: () => T) => T {
  const known = new WeakMap<S, Map<string, T>>();
  return (source, key, make) => {
    const own = known.get(source) ?? new Map<string, T>();
    known.set(source, own);
    if (own.has(key)) return own.get(key) as T;
    const made = make();
    own.set(key, made);
    if (own.size > MOST_KEPT) own.delete(own.keys().next().value as string);
    return made;
  };
}
