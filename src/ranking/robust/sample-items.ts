import { pickItems } from '../../irt/responses.ts';
import { difficultyLevels, LEVELS } from './item-groups.ts';
import type { RobustRequest } from './prepare-robust.ts';

/**
 * At most `count` items of a request, evenly over its strata (tag value × level of difficulty): every k-th of the items in
 * the order of strata. Weights are those of the score on the sample.
 */
export function sampleItems(request: RobustRequest, count: number) {
  const { responses, tag, guessing, weights, flagged } = request;
  const width = responses.items.length;
  const level = difficultyLevels(responses);
  const stratumOf = (j: number) => (tag?.codes[j] ?? 0) * LEVELS + level[j];
  const every = Math.max(1, Math.ceil(width / count));
  const order = Int32Array.from({ length: width }, (_, j) => j).sort(
    (j, k) => stratumOf(j) - stratumOf(k) || j - k,
  );
  const picked = order.filter((_, k) => k % every === 0).sort();
  return {
    responses: pickItems(responses, picked),
    tag:
      tag === undefined
        ? undefined
        : { values: tag.values, codes: picked.map((j) => tag.codes[j]) },
    guessing: Float64Array.from(picked, (j) => guessing[j]),
    stratum: picked.map(stratumOf),
    flagged: flagged && Uint8Array.from(picked, (j) => flagged[j]),
    weights: weights.map((all) => {
      const own = Float64Array.from(picked, (j) => all[j]);
      const total = own.reduce((sum, w) => sum + w, 0);
      return total > 0 ? own.map((w) => w / total) : own;
    }),
  };
}
