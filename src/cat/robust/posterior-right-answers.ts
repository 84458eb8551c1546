import { type RightAnswers, standardisedResidual } from '../../irt/right-answers.ts';
import type { AnsweredItems, ExamineePosterior } from './examinee-posterior.ts';

/**
 * Right answers and their expectation on the items asked, as the posterior stands after all of them: of each item P̄ averaged
 * over the examinee's abilities and effects, as in the predicted score of items that were not asked.
 *
 * @param posterior at its mode given these answers
 */
export function posteriorRightAnswers(
  posterior: ExamineePosterior,
  asked: AnsweredItems,
): RightAnswers {
  const { size, width, covariance: v } = posterior;
  const gradient = new Float64Array(size);
  const at = new Int32Array(width);
  const weight = new Float64Array(width);
  let right = 0;
  let expected = 0;
  let chance = 0;
  for (let t = 0; t < asked.count; t++) {
    const j = asked.index[t];
    posterior.place(j);
    posterior.direction(j, at, weight);
    const p = posterior.probability[j];
    right += asked.scores[t];
    expected += p;
    chance += p * (1 - p);
    for (let d = 0; d < width; d++) gradient[at[d]] += posterior.slope[j] * weight[d];
  }
  let explained = 0;
  for (let d = 0; d < size; d++)
    for (let e = 0; e < size; e++) explained += gradient[d] * v[size * d + e] * gradient[e];
  const residual = standardisedResidual(right - expected, chance, explained);
  return { count: asked.count, right, expected, residual };
}
