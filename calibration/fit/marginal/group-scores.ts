import type { AbilityGroups } from './em.ts';
import type { Workspace } from './workspace.ts';

/** Slopes and complete information of the ability distributions: row 2g is the mean of group g, 2g + 1 its log sd. */
export interface GroupScores {
  /** 2G × Q: ∂ log weight of the node. */
  readonly tables: Float64Array;
  /** G × 4: minus the second derivatives of Σ_i E log weight over the group's examinees. */
  readonly complete: Float64Array;
}

/**
 * The weights are e^−z²/2 over its sum w over the nodes, z = (θ − mean)/sd. Slopes: z/sd − E_w and z² − E_w.
 * Minus second derivatives, for n examinees with posterior sums of z and z²: n Var_w(z)/sd²;
 * 2 Σ(z − E_w z)/sd + n Cov_w(z, z²)/sd; 2 Σ(z² − E_w z²) + n Var_w(z²).
 */
export function groupScores(
  { size, nodes, posterior }: Workspace,
  { of, mean, sd }: AbilityGroups,
): GroupScores {
  const q = size.nodes;
  const count = mean.length;
  const tables = new Float64Array(2 * count * q);
  const complete = new Float64Array(4 * count);
  for (let g = 0; g < count; g++) {
    const z = nodes.map((theta) => (theta - mean[g]) / sd[g]);
    const weight = z.map((x) => Math.exp(-0.5 * x * x));
    const total = weight.reduce((sum, w) => sum + w, 0);
    const moment = (power: number) =>
      z.reduce((sum, x, k) => sum + (weight[k] / total) * x ** power, 0);
    const [one, two, three, four] = [1, 2, 3, 4].map(moment);
    let n = 0;
    let first = 0;
    let second = 0;
    for (let i = 0; i < size.examinees; i++) {
      if (of[i] !== g) continue;
      n++;
      for (let k = 0; k < q; k++) {
        first += posterior[i * q + k] * (z[k] - one);
        second += posterior[i * q + k] * (z[k] * z[k] - two);
      }
    }
    const cross = (2 * first + n * (three - one * two)) / sd[g];
    complete[4 * g] = (n * (two - one * one)) / (sd[g] * sd[g]);
    complete[4 * g + 1] = cross;
    complete[4 * g + 2] = cross;
    complete[4 * g + 3] = 2 * second + n * (four - two * two);
    for (let k = 0; k < q; k++) {
      tables[2 * g * q + k] = (z[k] - one) / sd[g];
      tables[(2 * g + 1) * q + k] = z[k] * z[k] - two;
    }
  }
  return { tables, complete };
}
