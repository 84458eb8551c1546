import type { Engine } from './engine.ts';
import { logPrior } from './log-prior.ts';
import { type GroupWeights, type Posteriors, updatePosteriors } from './posteriors.ts';
import { rescale } from './rescale.ts';
import type { Workspace } from './workspace.ts';

/** Distribution of ability in each group of examinees. */
export interface AbilityGroups {
  /** Group of each examinee, in the workspace's order. */
  readonly of: Int32Array;
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** What is estimated: nothing (0), the standard deviation (1), mean and standard deviation (2). */
  readonly free: Uint8Array;
}

export interface EmOptions {
  readonly maxIterations: number;
  /** Largest remaining change of a coordinate (log a, δ, logit c, logit d) that counts as none. */
  readonly tolerance: number;
  /** Called after every evaluation of the map. */
  readonly onRound?: ((round: EmRound) => void) | undefined;
  /** Learns the priors from the items; called between cycles, with `to` and the variances of the last M-step. */
  readonly learnPriors?: ((workspace: Workspace) => void) | undefined;
}

export interface EmRound {
  readonly iteration: number;
  readonly logPosterior: number;
  /** Estimated largest distance of a coordinate from its limit. */
  readonly change: number;
}

export interface EmResult {
  readonly logLikelihood: number;
  readonly logPosterior: number;
  /** Evaluations of the EM map. */
  readonly iterations: number;
  readonly converged: boolean;
  readonly change: number;
}

/** Growth of the longest extrapolation when it was used in full. */
const GROWTH = 4;
/** A log-posterior counts as fallen below this; rounding over a million answers is well below. */
const FALL = 1e-7;
const MAX_WIDENINGS = 40;

/**
 * Marginal maximum a posteriori by EM with the parameter-expanded rescaling, accelerated by squared extrapolation
 * (SQUAREM, scheme S3): two steps of the map span a direction, the extrapolated point is kept where the log-posterior
 * has not fallen, and shortened towards the plain second step otherwise. Convergence is judged on the accelerated
 * sequence: the last map step times the length of the extrapolation estimates what is left to go.
 *
 * On return the workspace's `from` holds the estimate and `posterior` belongs to it.
 * @see Varadhan & Roland (2008), Scandinavian Journal of Statistics 35, 335–353
 */
export function em(
  workspace: Workspace,
  engine: Engine,
  groups: AbilityGroups,
  { maxIterations, tolerance, onRound, learnPriors }: EmOptions,
): EmResult {
  const { size, from, to, active, fixed } = workspace;
  const all = size.items;
  const coordinates: number[] = [];
  for (let k = 0; k < 4; k++)
    for (let j = 0; j < all; j++)
      if (active[k] === 1 && fixed[j] === 0) coordinates.push(k * all + j);
  const weights: GroupWeights = {
    of: groups.of,
    count: groups.mean.length,
    logWeights: new Float64Array(groups.mean.length * size.nodes),
  };
  const posteriors: Posteriors = {
    logLikelihood: 0,
    first: new Float64Array(groups.mean.length),
    second: new Float64Array(groups.mean.length),
    complete: true,
  };
  const groupSizes = new Float64Array(groups.mean.length);
  for (const g of groups.of) groupSizes[g]++;
  const isStandard =
    groups.mean.length === 1 && groups.free[0] === 0 && fixed.every((flag) => flag === 0);
  let iterations = 0;
  let change = Number.POSITIVE_INFINITY;

  const evaluate = (): number => {
    fillWeights(workspace, groups, weights.logWeights);
    for (let widening = 0; widening < MAX_WIDENINGS; widening++) {
      engine.likelihood(workspace);
      updatePosteriors(workspace, weights, posteriors);
      if (posteriors.complete) break;
    }
    return posteriors.logLikelihood + logPrior(workspace, from);
  };
  /** One step of the EM map from `from` (already evaluated) to `to`. */
  const step = () => {
    engine.maximise(workspace);
    if (isStandard) rescale(workspace, size.examinees, posteriors.first[0], posteriors.second[0]);
    for (let g = 0; g < groups.mean.length; g++) {
      if (groups.free[g] === 0 || groupSizes[g] === 0) continue;
      const first = posteriors.first[g] / groupSizes[g];
      if (groups.free[g] === 2) groups.mean[g] = first;
      const mean = groups.mean[g];
      groups.sd[g] = Math.sqrt(
        posteriors.second[g] / groupSizes[g] - 2 * mean * first + mean * mean,
      );
    }
    iterations++;
  };

  let logPosterior = evaluate();
  const start = new Float64Array(from.length);
  const middle = new Float64Array(from.length);
  let longest = GROWTH;
  let length = 1;
  while (iterations < maxIterations) {
    start.set(from);
    step();
    let largest = 0;
    for (const at of coordinates) largest = Math.max(largest, Math.abs(to[at] - from[at]));
    change = largest * length;
    onRound?.({ iteration: iterations, logPosterior, change });
    middle.set(to);
    from.set(to);
    const afterOne = evaluate();
    if (afterOne < logPosterior - FALL && shorten(workspace, start, middle, coordinates)) {
      // The M-step overshot: half of it is an ascent direction still.
      logPosterior = evaluate();
      continue;
    }
    if (change <= tolerance) {
      logPosterior = afterOne;
      break;
    }
    if (iterations >= maxIterations) {
      logPosterior = afterOne;
      break;
    }
    step();
    let first = 0;
    let second = 0;
    for (const at of coordinates) {
      const r = middle[at] - start[at];
      const v = to[at] - middle[at] - r;
      first += r * r;
      second += v * v;
    }
    length = Math.max(1, Math.min(longest, Math.sqrt(first / second)));
    if (length === longest) longest *= GROWTH;
    const last = to.slice();
    for (;;) {
      for (const at of coordinates) {
        const r = middle[at] - start[at];
        const v = last[at] - middle[at] - r;
        from[at] = start[at] + 2 * length * r + length * length * v;
      }
      logPosterior = evaluate();
      if (logPosterior >= afterOne - FALL || length <= 1) break;
      length = length > 1.5 ? (1 + length) / 2 : 1;
      longest = Math.max(GROWTH, length);
    }
    if (learnPriors !== undefined) {
      learnPriors(workspace);
      logPosterior = posteriors.logLikelihood + logPrior(workspace, from);
    }
  }
  return {
    logLikelihood: posteriors.logLikelihood,
    logPosterior,
    iterations,
    converged: change <= tolerance,
    change,
  };
}

/** Puts `from` half-way back to where the step began; false where that makes no difference any more. */
function shorten(
  { from }: Workspace,
  start: Float64Array,
  end: Float64Array,
  coordinates: readonly number[],
): boolean {
  let moved = 0;
  for (const at of coordinates) {
    from[at] = (start[at] + end[at]) / 2;
    moved = Math.max(moved, Math.abs(end[at] - start[at]));
  }
  return moved > 1e-9;
}

/** Normal weights at the nodes for each group, adding up to 1, as logarithms. */
function fillWeights({ nodes }: Workspace, { mean, sd }: AbilityGroups, into: Float64Array): void {
  const q = nodes.length;
  for (let g = 0; g < mean.length; g++) {
    let sum = 0;
    for (let k = 0; k < q; k++) {
      into[g * q + k] = -0.5 * ((nodes[k] - mean[g]) / sd[g]) ** 2;
      sum += Math.exp(into[g * q + k]);
    }
    const log = Math.log(sum);
    for (let k = 0; k < q; k++) into[g * q + k] -= log;
  }
}
