import { logComplement, logProbability } from '../../irt/log-probability.ts';
import { abilityWeights } from './ability-weights.ts';
import type { Criterion } from './by-criterion.ts';
import { curveTable } from './curve-table.ts';

/**
 * How well an item tells the current estimate θ̂ from the other abilities that the answers leave open:
 *
 *     KL   ∫ L(θ) K_j(θ̂, θ) dθ,   KLP   ∫ L(θ) π(θ) K_j(θ̂, θ) dθ
 *     K_j(θ̂, θ) = P_j(θ̂) log(P_j(θ̂) / P_j(θ)) + Q_j(θ̂) log(Q_j(θ̂) / Q_j(θ))
 *
 * over the bounds of ability, divided by the integral of the weights (which changes no choice).
 *
 * @see Chang & Ying (1996), Applied Psychological Measurement 20, 213–229, for the index
 * @see Barrada, Olea, Ponsoda & Abad (2009), Methodology 5, 131–145, for the weights
 */
export function kullbackLeibler(usePrior: boolean): Criterion {
  const weigh = abilityWeights();
  return (selection) => {
    const { items } = selection.bank;
    const theta = selection.ability;
    const { weights, first, last } = weigh(selection, usePrior);
    const logRight = curveTable(items, selection.grid.nodes, 'logProbability');
    const logWrong = curveTable(items, selection.grid.nodes, 'logComplement');
    return (j) => {
      const rightRow = logRight.rowOf(j);
      const wrongRow = logWrong.rowOf(j);
      let meanRight = 0;
      let meanWrong = 0;
      for (let q = first; q <= last; q++) {
        meanRight += weights[q] * logRight.values[rightRow + q];
        meanWrong += weights[q] * logWrong.values[wrongRow + q];
      }
      const hereRight = logProbability(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
      const hereWrong = logComplement(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
      return (
        Math.exp(hereRight) * (hereRight - meanRight) +
        Math.exp(hereWrong) * (hereWrong - meanWrong)
      );
    };
  };
}
