import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { differenceBelief } from '../compare/difference-belief.ts';

/** What independent answers would differ by counts for this number of shared items: of few items none may differ by chance. */
const MODEL_ITEMS = 2;

/**
 * The 90% interval of the change D of the expected score: on an unlimited number of items like those of the bank. To the variance of the
 * series it adds that of the bank as a sample of such items, q Σw² − D² Σw², where
 *
 *     q = (m Σ w² d² / Σ w² + 2 q₀) / (m + 2),   q₀ = p_t + p_s − 2 p_t p_s
 *
 * is the mean square of the differences d of two answers: of the m items that both checkpoints answered, and as if two more had
 * independent answers. If both answered all items, only these count, by Tango's interval of paired proportions, as in a comparison.
 *
 * @param own,from scores of the later and the earlier checkpoint by item, NaN where it has no answer
 * @param weights of the items in the full score
 * @param scores of both on the bank, in [0, 1]
 * @param change D, and its variance about the change on this bank
 * @see differenceBelief
 */
export function expectedChange(
  own: Float64Array,
  from: Float64Array,
  weights: Float64Array,
  scores: readonly [number, number],
  { value, variance }: { readonly value: number; readonly variance: number },
): { readonly low: number; readonly high: number } {
  let itemSquares = 0;
  let shared = 0;
  let sharedSquares = 0;
  let squares = 0;
  for (let j = 0; j < weights.length; j++) {
    const square = weights[j] ** 2;
    itemSquares += square;
    const difference = own[j] - from[j];
    if (Number.isNaN(difference) || square === 0) continue;
    shared++;
    sharedSquares += square;
    squares += square * difference ** 2;
  }
  if (variance === 0) {
    const exact = { items: shared, difference: value, variance, degrees: shared, differing: 0 };
    return differenceBelief({ ...exact, squares }, itemSquares, 'expected').interval(0.05);
  }
  const [p, q] = scores;
  const observed = shared === 0 ? 0 : (shared * squares) / sharedSquares;
  const mean = (observed + MODEL_ITEMS * (p + q - 2 * p * q)) / (shared + MODEL_ITEMS);
  const ofItems = Math.max(0, mean - value ** 2) * itemSquares;
  const half = NORMAL_90 * Math.sqrt(variance + ofItems);
  return { low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}
