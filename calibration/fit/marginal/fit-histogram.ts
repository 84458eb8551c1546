import type { AbilityGroups } from './ability/ability-groups.ts';
import { nodeWeights, openHistogram } from './ability/histogram.ts';
import { type EmOptions, type EmResult, em } from './em/em.ts';
import type { CalibrationEngine } from './engine/calibration-engine.ts';
import type { Workspace } from './engine/workspace.ts';
import { openPriorUnit, type PriorUnit, putPriorUnit } from './priors/prior-unit.ts';
import { slopeOf } from './signs/slope-of.ts';

export const ABILITY_DISTRIBUTIONS = ['normal', 'histogram'] as const;
/** `normal`: N(0, 1), or as set by groups and fixed items; `histogram`: estimated. */
export type AbilityDistribution = (typeof ABILITY_DISTRIBUTIONS)[number];

/** An estimated distribution of ability, on the scale of the parameters. */
export interface EstimatedDistribution {
  /** Equally spaced abilities, and the share of the examinees at each; shares add up to 1. */
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
  /** Number of bins, and their width in ability. Weights in between are straight lines. */
  readonly bins: number;
  readonly binWidth: number;
  /** 0 and 1 if nothing else fixes the scale. */
  readonly mean: number;
  readonly sd: number;
  /** E z³, and E z⁴ − 3: both 0 for a normal distribution. */
  readonly skewness: number;
  readonly excessKurtosis: number;
  /** Number of estimated shares, minus those that fix the scale. */
  readonly free: number;
  /** The fit with a normal distribution, with the unit of priors free if it is free here; the start of this fit. */
  readonly normal: {
    readonly logLikelihood: number;
    readonly free: number;
    readonly converged: boolean;
  };
  /** The priors of a are priors of a × priorUnit (see prior-unit.ts); 1 if nothing had to be chosen. */
  readonly priorUnit: number;
}

/**
 * Goes on from a fit with a normal distribution of ability, in the same workspace: the distribution becomes a histogram that is
 * estimated with the items, both by maximum a posteriori. Then ability is standardised: the histogram to mean 0 and
 * standard deviation 1 (with Rasch items to mean 0, with fixed items not at all), by moving nodes and items together, which
 * changes no probability. So the nodes no longer end at −6 and 6.
 *
 * @param groups the normal distribution of the examinees, who are one group
 * @returns the result of EM, and the groups with the moments of the histogram
 */
export function fitHistogram(
  workspace: Workspace,
  engine: CalibrationEngine,
  groups: AbilityGroups,
  given: EmResult & { readonly free: number },
  options: EmOptions,
): { result: EmResult; groups: AbilityGroups; distribution: EstimatedDistribution } {
  const { nodes, active, fixed } = workspace;
  const reference = groups.of[0];
  const unit = openPriorUnit(workspace);
  const normal = unit === undefined ? given : em(workspace, engine, groups, { ...options, unit });
  const before = unit === undefined ? 0 : normal.iterations;
  const histogram = openHistogram(nodes, groups.mean[reference], groups.sd[reference]);
  const found = em(workspace, engine, groups, {
    ...options,
    maxIterations: Math.max(1, options.maxIterations - before),
    onRound: (round) => options.onRound?.({ ...round, iteration: round.iteration + before }),
    histogram,
    unit,
  });
  const weights = nodeWeights(histogram);
  const raw = momentsOf(nodes, weights);
  const isFixed = fixed.includes(1);
  const shift = isFixed ? 0 : raw.mean;
  const stretch = isFixed || active[0] === 0 ? 1 : raw.sd;
  standardise(workspace, shift, stretch, unit);
  const moments = momentsOf(nodes, weights);
  const exact = {
    ...moments,
    mean: isFixed ? moments.mean : 0,
    sd: isFixed || active[0] === 0 ? moments.sd : 1,
  };
  const bins = histogram.weights.length;
  return {
    result: { ...found, iterations: found.iterations + before },
    groups: {
      of: groups.of,
      mean: groups.mean.map((mean, g) => (g === reference ? exact.mean : mean)),
      sd: groups.sd.map((sd, g) => (g === reference ? exact.sd : sd)),
      free: new Uint8Array(groups.free.length),
    },
    distribution: {
      nodes: nodes.slice(),
      weights,
      bins,
      binWidth: histogram.binWidth / stretch,
      ...exact,
      // They add up to 1, and the mean and standard deviation fix the scale.
      free: bins - 1 - (isFixed ? 0 : 1) - (isFixed || active[0] === 0 ? 0 : 1),
      normal: {
        logLikelihood: normal.logLikelihood,
        free: given.free,
        converged: normal.converged,
      },
      priorUnit: Math.exp(unit?.log ?? 0),
    },
  };
}

/** θ ← (θ − shift)/stretch: nodes, items and the unit of priors. Probabilities at the nodes stay what they are. */
function standardise(
  workspace: Workspace,
  shift: number,
  stretch: number,
  unit: PriorUnit | undefined,
): void {
  const { nodes, from, size } = workspace;
  const all = size.items;
  for (let k = 0; k < nodes.length; k++) nodes[k] = (nodes[k] - shift) / stretch;
  for (let j = 0; j < all; j++) {
    from[all + j] += slopeOf(workspace, j, from) * shift;
    from[j] += Math.log(stretch);
  }
  if (unit !== undefined) putPriorUnit(workspace, unit, unit.log - Math.log(stretch));
}

function momentsOf(nodes: Float64Array, weights: Float64Array) {
  const expected = (f: (theta: number) => number) =>
    nodes.reduce((sum, theta, k) => sum + weights[k] * f(theta), 0);
  const mean = expected((theta) => theta);
  const sd = Math.sqrt(expected((theta) => (theta - mean) ** 2));
  return {
    mean,
    sd,
    skewness: expected((theta) => ((theta - mean) / sd) ** 3),
    excessKurtosis: expected((theta) => ((theta - mean) / sd) ** 4) - 3,
  };
}
