import type { Workspace } from '../engine/workspace.ts';

/** Distribution of ability in each group of examinees. */
export interface AbilityGroups {
  /** Group of each examinee, in the workspace's order. */
  readonly of: Int32Array;
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** Which values are estimated: none (0), the standard deviation (1), mean and standard deviation (2). */
  readonly free: Uint8Array;
}

/**
 * Logarithms of each group's normal density at the nodes, divided by the sum of the standard normal density there, so the
 * weights of N(0, 1) add up to 1. So do those of other distributions that lie within the nodes. Mass beyond the nodes is left
 * out, not spread over them, so that posterior moments are the maximum in mean and sd.
 */
export function fillWeights(
  { nodes }: Workspace,
  { mean, sd }: AbilityGroups,
  into: Float64Array,
): void {
  const q = nodes.length;
  const log = Math.log(nodes.reduce((sum, theta) => sum + Math.exp(-0.5 * theta * theta), 0));
  for (let g = 0; g < mean.length; g++)
    for (let k = 0; k < q; k++)
      into[g * q + k] = -0.5 * ((nodes[k] - mean[g]) / sd[g]) ** 2 - Math.log(sd[g]) - log;
}
