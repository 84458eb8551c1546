import { pickItems } from '../../irt/responses.ts';
import type { RobustRequest } from './prepare-robust.ts';

/**
 * At most `count` items of a request, evenly over the values of its tag: every k-th of the items in the order of these. Nothing in the
 * choice depends on an answer. Weights are those of the score on the sample, costs those of its items.
 */
export function sampleItems(
  { responses, tag, optionCounts, weights, costs }: RobustRequest,
  count: number,
) {
  const width = responses.items.length;
  const codeOf = (j: number) => tag?.codes[j] ?? 0;
  const every = Math.max(1, Math.ceil(width / count));
  const order = Int32Array.from({ length: width }, (_, j) => j).sort(
    (j, k) => codeOf(j) - codeOf(k) || j - k,
  );
  const picked = order.filter((_, k) => k % every === 0).sort();
  return {
    responses: pickItems(responses, picked),
    tag:
      tag === undefined
        ? undefined
        : { values: tag.values, codes: picked.map((j) => tag.codes[j]) },
    optionCounts: optionCounts && Uint8Array.from(picked, (j) => optionCounts[j]),
    costs: costs && { ...costs, dollars: Float64Array.from(picked, (j) => costs.dollars[j]) },
    weights: weights.map((all) => {
      const own = Float64Array.from(picked, (j) => all[j]);
      const total = own.reduce((sum, w) => sum + w, 0);
      return total > 0 ? own.map((w) => w / total) : own;
    }),
  };
}
