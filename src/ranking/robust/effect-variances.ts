import { ExamineePosterior } from '../../cat/robust/examinee-posterior.ts';
import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { allAnswers } from './recorded-answers.ts';

const ROUNDS = 3;
/** Bounds of a variance of effects, in squared logits. */
const LEAST = 1e-4;
const MOST = 1;

/**
 * The variance of each grouping's effects among examinees the model has not seen, by EM: the mean of squared effect plus
 * posterior variance. In the examinees the model was made from, effects are partly in the items already, and with a dozen
 * of them their variances come out anywhere.
 *
 * @param unseen the answers of each examinee to all items; NaN where there is none
 */
export function effectVariances(
  model: ScoreModel,
  unseen: readonly ArrayLike<number>[],
): Float64Array {
  let { groupings } = model;
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(groupings.length);
    for (const scores of unseen) {
      const posterior = new ExamineePosterior({ ...model, groupings });
      posterior.update(allAnswers(scores));
      let at = model.dimensions;
      groupings.forEach(({ count }, g) => {
        for (let k = 0; k < count; k++, at++)
          sums[g] +=
            (posterior.mean[at] ** 2 + posterior.covariance[(posterior.size + 1) * at]) /
            (count * unseen.length);
      });
    }
    groupings = groupings.map((grouping, g) => ({
      ...grouping,
      variance: Math.min(MOST, Math.max(LEAST, sums[g])),
    }));
  }
  return Float64Array.from(groupings, ({ variance }) => variance);
}
