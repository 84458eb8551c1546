import type { AbilityGroups } from '../ability/ability-groups.ts';
import type { Workspace } from '../engine/workspace.ts';

/** Slopes and complete information of the ability distributions: row 2g is the mean of group g, 2g + 1 its log sd. */
export interface GroupScores {
  /** 2G × Q: ∂ log weight of the node. */
  readonly tables: Float64Array;
  /** G × 4: minus the second derivatives of Σ_i E log weight over the group's examinees. */
  readonly complete: Float64Array;
}

/**
 * The weights are e^−z²/2/sd, z = (θ − mean)/sd. Slopes: z/sd and z² − 1. Minus second derivatives, for n examinees with
 * posterior sums of z and z²: n/sd²; 2 Σz/sd; 2 Σz².
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
    let n = 0;
    let first = 0;
    let second = 0;
    for (let i = 0; i < size.examinees; i++) {
      if (of[i] !== g) continue;
      n++;
      for (let k = 0; k < q; k++) {
        first += posterior[i * q + k] * z[k];
        second += posterior[i * q + k] * z[k] * z[k];
      }
    }
    complete.set([n / sd[g] ** 2, (2 * first) / sd[g], (2 * first) / sd[g], 2 * second], 4 * g);
    for (let k = 0; k < q; k++) {
      tables[2 * g * q + k] = z[k] / sd[g];
      tables[(2 * g + 1) * q + k] = z[k] * z[k] - 1;
    }
  }
  return { tables, complete };
}
