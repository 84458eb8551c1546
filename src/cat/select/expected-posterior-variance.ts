import { abilityWeights } from './ability-weights.ts';
import type { Criterion } from './by-criterion.ts';
import { curveTable } from './curve-table.ts';

/**
 * Minus the expected posterior variance after the item's answer:
 *
 *     MEPV  p_j Var(θ | answers, right) + (1 − p_j) Var(θ | answers, wrong),   p_j = ∫ P_j(θ) π(θ | answers) dθ
 *
 * on the session's grid under its normal prior. The chance p_j of a right answer is its mean over the posterior; catR uses P_j
 * at the current estimate instead. With p_j the expectation never exceeds the present variance.
 *
 * @see van der Linden (1998), Psychometrika 63, 201–216, eq. 17; Owen (1975), JASA 70, 351–356
 */
export function expectedPosteriorVariance(): Criterion {
  const weigh = abilityWeights();
  return (selection) => {
    const { nodes } = selection.grid;
    const { weights, first, last } = weigh(selection, true);
    const table = curveTable(selection.bank.items, nodes, 'probability');
    let mean = 0;
    for (let q = first; q <= last; q++) mean += weights[q] * nodes[q];
    let variance = 0;
    for (let q = first; q <= last; q++) variance += weights[q] * (nodes[q] - mean) ** 2;
    return (j) => {
      const row = table.rowOf(j);
      let right = 0;
      let shift = 0;
      for (let q = first; q <= last; q++) {
        const mass = weights[q] * table.values[row + q];
        right += mass;
        shift += mass * (nodes[q] - mean);
      }
      // Total variance = expected variance + variance of the two expected abilities, which differ from the mean by
      // shift / right and −shift / (1 − right).
      const between = right > 0 && right < 1 ? (shift * shift) / (right * (1 - right)) : 0;
      return between - variance;
    };
  };
}
