import { expectedChange } from './expected-change.ts';
import { pairedDifferences } from './paired-differences.ts';

/** The difference of a checkpoint's score from an earlier one's. */
export interface SeriesChange {
  /** The earlier checkpoint, from 0. */
  readonly from: number;
  /** As the series estimates it, from all answers. */
  readonly difference: number;
  /** Of the change on this bank; 0 if both answered all of it. */
  readonly se: number;
  /** The 90% interval of the change on items like these. */
  readonly expected: { readonly low: number; readonly high: number };
  /** Items that both answered. */
  readonly shared: number;
  /** That the score changed in this direction: one-sided, on these items alone, corrected for the number of checkpoints. */
  readonly p: number;
}

const NO_VARIANCE = 1e-15;

/**
 * Differences of each checkpoint from the one before it, and from the best one before it: that with the highest score, the first of
 * equals. Estimates come from the series; p from the items that both answered, since the series smooths. Those from the checkpoint
 * before are corrected for each other; those from the best one for all pairs of the series, since which one is best is seen in the same answers.
 *
 * @param rows by checkpoint its scores, NaN where it has no answer
 * @param weights of the items in the full score
 * @param difference of the scores of two checkpoints, s < t, and its variance
 */
export function seriesChanges(
  scores: ArrayLike<number>,
  rows: readonly Float64Array[],
  weights: Float64Array,
  difference: (t: number, s: number) => { readonly value: number; readonly variance: number },
): {
  readonly before: readonly (SeriesChange | null)[];
  readonly best: readonly (SeriesChange | null)[];
} {
  const { length } = scores;
  const all = Array.from({ length }, (_, later) =>
    Array.from({ length: later }, (__, earlier) => ({ later, earlier })),
  ).flat();
  const near = all.filter(({ later, earlier }) => later === earlier + 1);
  const changes = (pairs: typeof all) => {
    const tests = pairedDifferences(rows, weights, pairs);
    const places = new Map(pairs.map(({ later, earlier }, k) => [`${later},${earlier}`, k]));
    return (t: number, s: number): SeriesChange => {
      const own = difference(t, s);
      const { value } = own;
      const variance = own.variance < NO_VARIANCE ? 0 : own.variance;
      const { shared, rise, fall } = tests[places.get(`${t},${s}`)!];
      const se = Math.sqrt(variance);
      const expected = expectedChange(rows[t], rows[s], weights, [scores[t], scores[s]], {
        value,
        variance,
      });
      return { from: s, difference: value, se, expected, shared, p: value < 0 ? fall : rise };
    };
  };
  const [fromBefore, fromAny] = [changes(near), changes(all)];
  const before: (SeriesChange | null)[] = [];
  const best: (SeriesChange | null)[] = [];
  for (let t = 0, s = 0; t < length; t++) {
    before.push(t === 0 ? null : fromBefore(t, t - 1));
    best.push(t === 0 ? null : fromAny(t, s));
    if (scores[t] > scores[s]) s = t;
  }
  return { before, best };
}
