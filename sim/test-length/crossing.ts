/** The replications of a target at one length. */
export interface CurvePoint {
  readonly length: number;
  /** Number of replications. */
  readonly count: number;
  readonly mean: number;
}

/**
 * The length at which a mean reaches a border, between the ends of a bracket: the means are made monotone (isotonic regression, weighted
 * by the replications), and a straight line is drawn between the last that misses the border and the first that reaches it.
 *
 * @param points ascending in length
 * @param sign 1 if the mean must be at least the border, −1 if at most
 * @returns a whole number above `low`; null if no mean reaches the border
 */
export function crossing(
  points: readonly CurvePoint[],
  border: number,
  sign: 1 | -1,
  { low, high }: { readonly low: number; readonly high: number | null },
): number | null {
  const inside = points.filter(
    ({ length }) => length >= low && (high === null || length <= high) && length > 0,
  );
  const margins = isotonic(
    inside.map(({ mean, count }) => ({ value: sign * (mean - border), weight: count })),
  );
  const first = margins.findIndex((margin) => margin >= 0);
  if (first < 0) return high;
  const to = inside[first].length;
  if (first === 0) return clamp(to, low, high);
  const from = inside[first - 1].length;
  const rise = margins[first] - margins[first - 1];
  return clamp(Math.ceil(from + ((to - from) * -margins[first - 1]) / rise), low, high);
}

function clamp(length: number, low: number, high: number | null): number {
  return Math.max(low + 1, Math.min(length, high ?? length));
}

/** Ascending values that are closest to given ones in weighted squares: neighbours in the wrong order are pooled. */
export function isotonic(
  values: readonly { readonly value: number; readonly weight: number }[],
): number[] {
  const pools: { value: number; weight: number; size: number }[] = [];
  for (const { value, weight } of values) {
    let pool = { value, weight, size: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.value >= pool.value;
      last = pools.at(-1)
    ) {
      pools.pop();
      const both = last.weight + pool.weight;
      pool = {
        value: (last.value * last.weight + pool.value * pool.weight) / both,
        weight: both,
        size: last.size + pool.size,
      };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ value, size }) => new Array<number>(size).fill(value));
}
