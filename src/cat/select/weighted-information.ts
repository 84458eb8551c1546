import { abilityWeights } from './ability-weights.ts';
import type { Criterion } from './by-criterion.ts';
import { curveTable } from './curve-table.ts';

/**
 * Information averaged over the abilities that the answers leave open, rather than at one estimate:
 *
 *     MLWI  ∫ L(θ) I_j(θ) dθ          (Veerkamp & Berger 1997)
 *     MPWI  ∫ L(θ) π(θ) I_j(θ) dθ     (van der Linden 1998, eq. 11)
 *
 * with L the likelihood of the answers and π the session's normal prior, over the bounds of ability, divided by the
 * integral of the weights (which changes no choice). The value is in units of information.
 *
 * @see Veerkamp & Berger (1997), Journal of Educational and Behavioral Statistics 22, 203–226
 * @see van der Linden (1998), Psychometrika 63, 201–216
 */
export function weightedInformation(usePrior: boolean): Criterion {
  const weigh = abilityWeights();
  return (selection) => {
    const { weights, first, last } = weigh(selection, usePrior);
    const table = curveTable(selection.bank.items, selection.grid.nodes, 'information');
    return (j) => {
      const row = table.rowOf(j);
      let sum = 0;
      for (let q = first; q <= last; q++) sum += weights[q] * table.values[row + q];
      return sum;
    };
  };
}
