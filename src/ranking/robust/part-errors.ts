import type { BankParts, PartPredictions } from '../../cat/robust/score-prediction.ts';
import { roundedSum } from '../../irt/rounded-sum.ts';

/** Errors and standard errors of a score below this are rounding. */
export const EXACT = 1e-6;

/**
 * The recorded score of each part of a bank, in [0, 1]; NaN for parts that no item counts in.
 *
 * @param weights of the items in the full score; 0 if there is no answer
 */
export function partScores(
  scores: ArrayLike<number>,
  weights: ArrayLike<number>,
  { count, of }: BankParts,
): Float64Array {
  const sums = new Float64Array(count);
  const totals = new Float64Array(count);
  const items = new Uint32Array(count);
  for (let j = 0; j < weights.length; j++) {
    if (weights[j] === 0) continue;
    sums[of[j]] += weights[j] * scores[j];
    totals[of[j]] += weights[j];
    items[of[j]]++;
  }
  return sums.map(
    (sum, part) => roundedSum((items[part] * sum) / totals[part], items[part]) / items[part],
  );
}

/** |error| / SE of the parts of which something was left to predict. */
export function partRatios(
  { score, se }: Pick<PartPredictions, 'score' | 'se'>,
  actual: Float64Array,
): number[] {
  return Array.from(score.keys()).flatMap((part) =>
    se[part] > EXACT ? [Math.abs(score[part] - actual[part]) / se[part]] : [],
  );
}
