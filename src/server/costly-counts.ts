/** More expensive counts are reused for this many times their cost. */
const SERVES = 50;
/** In ms: older counts are never shown. */
const OLDEST = 600_000;
/** Counts that are kept. */
const MOST_KEPT = 100;

/** A count, and what it cost, in ms. */
export interface Counted<Count> {
  readonly count: Count;
  readonly took: number;
}

/**
 * Counts that cost more than `cheap` ms are reused for `SERVES` times their cost, so readers cost a bounded share of the
 * process. The first reader after that still gets the previous count, and has the next one made. The others are made again each time.
 * @param clock in ms
 */
export function costlyCounts<Count>(
  make: (key: string) => Promise<Counted<Count>>,
  cheap: number,
  clock: () => number,
): (key: string) => Promise<Count> {
  const known = new Map<string, Counted<Count> & { readonly at: number }>();
  const underway = new Map<string, Promise<Count>>();

  const makeNow = async (key: string): Promise<Count> => {
    const made = await make(key);
    known.delete(key);
    known.set(key, { ...made, at: clock() });
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value as string);
    return made.count;
  };
  const counting = (key: string): Promise<Count> => {
    const own = underway.get(key) ?? makeNow(key).finally(() => underway.delete(key));
    underway.set(key, own);
    return own;
  };
  return async (key) => {
    const last = known.get(key);
    if (last === undefined || last.took < cheap || clock() - last.at > OLDEST) return counting(key);
    // Meanwhile, readers see the previous counts; after a failure, the next reader tries again.
    if (clock() - last.at > SERVES * last.took) counting(key).catch(() => {});
    return last.count;
  };
}
