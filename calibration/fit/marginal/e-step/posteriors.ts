import type { Workspace } from '../engine/workspace.ts';

/** Log-weights of the nodes: a normal distribution of ability for each group of examinees. */
export interface GroupWeights {
  /** Group of each examinee, in the workspace's order. */
  readonly of: Int32Array;
  readonly count: number;
  /** groups × Q */
  readonly logWeights: Float64Array;
}

/** Moments of the posteriors, one entry per group: Σ E θ and Σ E θ². */
export interface Posteriors {
  /** Σ log of the marginal likelihoods. */
  logLikelihood: number;
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** False if a window cut off mass: the windows were widened and the likelihood must be computed again. */
  complete: boolean;
}

/** Distance below the maximum log-posterior at which a node's mass is rounding. */
const NEGLIGIBLE = 36;
/** A window is kept this much wider than the mass it holds, as a share and in nodes at least. */
const MARGIN = 0.15;
const LEAST_MARGIN = 2;
/** Nodes by which a window that was too narrow grows on each side. */
const GROWTH = 20;

/**
 * From the blocks' log-likelihoods to each examinee's posterior weights at the nodes, the marginal log-likelihood, the expected
 * number of examinees at each node, and the windows of the next round. The largest log-posterior of each examinee is subtracted
 * before exponentials, so that tests of tens of thousands of items do not underflow.
 *
 * @param logLikelihoods where given, filled with each examinee's marginal log-likelihood
 */
export function updatePosteriors(
  workspace: Workspace,
  groups: GroupWeights,
  out: Posteriors,
  logLikelihoods?: Float64Array,
): void {
  const { size, parts, wrong, posterior, density, windows, nodes } = workspace;
  const { examinees: n, nodes: q, blocks, missing } = size;
  const shared = new Float64Array(q);
  if (!missing)
    for (let block = 0; block < blocks; block++)
      for (let k = 0; k < q; k++) shared[k] += wrong[block * q + k];
  posterior.fill(0);
  density.fill(0);
  out.first.fill(0);
  out.second.fill(0);
  out.logLikelihood = 0;
  out.complete = true;
  for (let i = 0; i < n; i++) {
    const row = i * q;
    const from = windows[2 * i];
    const to = windows[2 * i + 1];
    const weights = groups.of[i] * q;
    let top = Number.NEGATIVE_INFINITY;
    for (let k = from; k < to; k++) {
      let sum = shared[k] + groups.logWeights[weights + k];
      for (let block = 0; block < blocks; block++) sum += parts[(block * n + i) * q + k];
      posterior[row + k] = sum;
      if (sum > top) top = sum;
    }
    let mass = 0;
    let lowest = to;
    let highest = from;
    for (let k = from; k < to; k++) {
      const below = posterior[row + k] - top;
      if (below < -NEGLIGIBLE) {
        posterior[row + k] = 0;
        continue;
      }
      const weight = Math.exp(below);
      posterior[row + k] = weight;
      mass += weight;
      if (k < lowest) lowest = k;
      highest = k;
    }
    const logLikelihood = top + Math.log(mass);
    out.logLikelihood += logLikelihood;
    if (logLikelihoods !== undefined) logLikelihoods[i] = logLikelihood;
    if ((lowest === from && from > 0) || (highest === to - 1 && to < q)) {
      out.complete = false;
      windows[2 * i] = Math.max(0, from - GROWTH);
      windows[2 * i + 1] = Math.min(q, to + GROWTH);
      continue;
    }
    let first = 0;
    let second = 0;
    for (let k = lowest; k <= highest; k++) {
      const weight = posterior[row + k] / mass;
      posterior[row + k] = weight;
      density[k] += weight;
      first += weight * nodes[k];
      second += weight * nodes[k] * nodes[k];
    }
    out.first[groups.of[i]] += first;
    out.second[groups.of[i]] += second;
    const margin = Math.max(LEAST_MARGIN, Math.ceil((highest - lowest) * MARGIN));
    windows[2 * i] = Math.max(0, lowest - margin);
    windows[2 * i + 1] = Math.min(q, highest + 1 + margin);
  }
}
