/** Values lie in [−2, 2]: correlations, and differences of two of them. */
const BOUND = 2;
/** Bins of 0.0005, finer than any quantile is read. */
const BINS = 8000;

/** What is kept of the values of many pairs. Pairs are positions in a list of items. */
export interface PairTally {
  /** Pairs with a value. */
  count: number;
  sum: number;
  squares: number;
  lowest: number;
  lowestPair: [number, number];
  highest: number;
  highestPair: [number, number];
  /** Number of values in each of equal bins. */
  readonly bins: Int32Array;
}

export function emptyTally(): PairTally {
  return {
    count: 0,
    sum: 0,
    squares: 0,
    lowest: Number.POSITIVE_INFINITY,
    lowestPair: [-1, -1],
    highest: Number.NEGATIVE_INFINITY,
    highestPair: [-1, -1],
    bins: new Int32Array(BINS),
  };
}

/** Adds values[k] of the pairs (item, from + k), k < count; NaN is no value. Positions from `wrap` on start again at 0. */
export function addPairs(
  tally: PairTally,
  values: Float64Array,
  count: number,
  item: number,
  from: number,
  wrap: number,
): void {
  const { bins } = tally;
  let { sum, squares, lowest, highest } = tally;
  let known = 0;
  for (let k = 0; k < count; k++) {
    const value = values[k];
    if (Number.isNaN(value)) continue;
    known++;
    sum += value;
    squares += value * value;
    bins[((value + BOUND) * (BINS / (2 * BOUND))) | 0]++;
    if (value < lowest) {
      lowest = value;
      tally.lowestPair = [item, (from + k) % wrap];
    }
    if (value > highest) {
      highest = value;
      tally.highestPair = [item, (from + k) % wrap];
    }
  }
  tally.count += known;
  Object.assign(tally, { sum, squares, lowest, highest });
}

/** Quantiles of |value − centre| over the pairs, to the width of a bin. @param shares ascending, in [0, 1) */
export function quantilesAbout(
  { bins, count }: PairTally,
  centre: number,
  shares: readonly number[],
): number[] {
  const width = (2 * BOUND) / BINS;
  const distances = new Float64Array(BINS);
  bins.forEach((inBin, k) => {
    const middle = (k + 0.5) * width - BOUND;
    distances[Math.floor(Math.abs(middle - centre) / width)] += inBin;
  });
  let below = 0;
  let k = 0;
  return shares.map((share) => {
    while (k < BINS - 1 && below + distances[k] <= share * count) below += distances[k++];
    const within = distances[k] > 0 ? (share * count - below) / distances[k] : 0;
    return (k + within) * width;
  });
}
