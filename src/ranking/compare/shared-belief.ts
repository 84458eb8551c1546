import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { type DifferenceBelief, differenceBelief } from './difference-belief.ts';

/**
 * The difference of two examinees on the items that both answered: D = Σ w (b − a), with what it says of items like these. It is exact only as the
 * recorded score of the whole bank.
 *
 * @param before,now scores by item of the bank, NaN where there is none
 * @param weights of the shared items, adding up to 1; 0 for all others
 * @param isWhole whether these are all items of the bank
 */
export function sharedBelief(
  before: ArrayLike<number>,
  now: ArrayLike<number>,
  weights: Float64Array,
  isWhole: boolean,
  target: ScoreTarget,
): DifferenceBelief {
  let [items, differing, difference, squares, itemSquares] = [0, 0, 0, 0, 0];
  for (let j = 0; j < weights.length; j++) {
    const weight = weights[j];
    if (weight === 0) continue;
    const own = weight * (now[j] - before[j]);
    items++;
    difference += own;
    squares += own ** 2;
    itemSquares += weight ** 2;
    if (own !== 0) differing++;
  }
  const sample = { items, difference, variance: 0, degrees: items, squares, differing };
  return differenceBelief(sample, itemSquares, isWhole ? target : 'expected');
}
