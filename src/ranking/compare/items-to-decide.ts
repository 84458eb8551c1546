import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { ComparisonTest } from './comparison-test.ts';
import { differenceBelief } from './difference-belief.ts';
import type { SampledDifference } from './difference-sample.ts';

/** Numbers of items that are tried, in steps of 5%. */
const STEP = 1.05;

/**
 * How many more items would decide a comparison, if its difference stays where it is and its variance falls as the design expects: until
 * the bound lies outside the interval.
 *
 * @param k the comparison
 * @param bound what the difference is told from
 * @param tail of the interval on that side
 * @returns null if the whole bank would not do
 */
export function itemsToDecide(
  test: ComparisonTest,
  k: number,
  sample: SampledDifference,
  itemSquares: number,
  {
    target,
    bound,
    tail,
  }: { readonly target: ScoreTarget; readonly bound: number; readonly tail: number },
): number | null {
  const lengths: number[] = [];
  for (let n = sample.items; n < test.size; n = Math.ceil(n * STEP)) lengths.push(n);
  lengths.push(test.size);
  const { variances } = test.plan(lengths)[k];
  const expected = test.expectedVariance(k);
  // What was found is larger or smaller than expected, and stays so.
  const ratio = expected > 0 ? sample.variance / expected : 1;
  const at = lengths.findIndex((items, n) => {
    if (items <= sample.items) return false;
    const variance = items === test.size ? 0 : ratio * variances[n];
    const degrees = Math.max(sample.degrees, Math.round((sample.degrees * items) / sample.items));
    const belief = differenceBelief({ ...sample, items, variance, degrees }, itemSquares, target);
    const { low, high } = belief.interval(tail);
    return bound < low || bound > high;
  });
  return at < 0 ? null : lengths[at] - sample.items;
}
