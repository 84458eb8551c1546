import { abilityWeights } from './ability-weights.ts';
import type { Criterion } from './by-criterion.ts';
import { curveTable } from './curve-table.ts';

/**
 * The variance of an item's probability of a right answer over the abilities that the answers leave open:
 *
 *     GDI   ∫ w(θ) (P_j(θ) − P̄_j)² dθ,   P̄_j = ∫ w(θ) P_j(θ) dθ
 *
 * with w the likelihood of the answers, or their posterior density under the session's normal prior (GDIP), scaled to
 * an integral of 1 over the bounds of ability. Between 0 and 1/4.
 *
 * @see Kaplan, de la Torre & Barrada (2015), Applied Psychological Measurement 39, 167–188
 */
export function globalDiscrimination(usePrior: boolean): Criterion {
  const weigh = abilityWeights();
  return (selection) => {
    const { weights, first, last } = weigh(selection, usePrior);
    const table = curveTable(selection.bank.items, selection.grid.nodes, 'probability');
    return (j) => {
      const row = table.rowOf(j);
      let mean = 0;
      for (let q = first; q <= last; q++) mean += weights[q] * table.values[row + q];
      let variance = 0;
      for (let q = first; q <= last; q++)
        variance += weights[q] * (table.values[row + q] - mean) ** 2;
      return variance;
    };
  };
}
