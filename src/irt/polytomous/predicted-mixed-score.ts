import type { AbilityEstimate } from '../estimate/estimate.ts';
import type { PredictedScore } from '../predicted-score.ts';
import { openCurves } from './curves/category-curves.ts';
import { type ItemMoments, itemMoments } from './item-moments.ts';
import type { MixedItems } from './mixed-items.ts';

/**
 * The mean score over the items: observed on the answered ones and expected under the model on the others, with the variance (Σ w E′)² SE² + Σ w² Var(u): as
 * `predictedScore` of right and wrong answers, w = 1/n. Uncertain parameters and misfit are not in it.
 *
 * @param scores of the answers, one per item; NaN for no answer
 */
export function predictedMixedScore(
  items: MixedItems,
  scores: ArrayLike<number>,
  { ability, se }: Pick<AbilityEstimate, 'ability' | 'se'>,
): PredictedScore {
  const curves = openCurves(items.mostCategories);
  const at: ItemMoments = { score: 0, variance: 0, slope: 0, information: 0, warm: 0 };
  const w = 1 / items.count;
  let observed = 0;
  let open = 0;
  let expected = 0;
  let slope = 0;
  let chance = 0;
  for (let j = 0; j < items.count; j++) {
    if (!Number.isNaN(scores[j])) {
      observed += w * scores[j];
      continue;
    }
    itemMoments(ability, items, j, curves, at);
    open += w;
    expected += w * at.score;
    slope += w * at.slope;
    chance += w * w * at.variance;
  }
  // 0 · ∞ if nothing is left to predict, or if the curves are flat.
  const spread = slope === 0 ? 0 : slope * se;
  return {
    score: observed + expected,
    se: Math.sqrt(spread * spread + chance),
    least: observed,
    most: observed + open,
  };
}
