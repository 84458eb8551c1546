import type { Answers } from '../answers.ts';
import type { LikelihoodGrid } from '../likelihood-grid.ts';
import { estimateEap } from './eap.ts';
import { estimateMap, estimateMl } from './mode.ts';
import { estimateWle } from './wle.ts';

/** An ability with its standard error, both on the scale of the item parameters. */
export interface AbilityEstimate {
  readonly ability: number;
  /** Infinity if the answers carry no information. */
  readonly se: number;
  /** True if the estimate sits on a bound: the true maximum lies at or beyond it. */
  readonly atBound: boolean;
}

/** A normal prior for ability. */
export interface NormalPrior {
  readonly mean: number;
  /** Standard deviation, above 0. */
  readonly sd: number;
}

export const ESTIMATORS = ['ml', 'map', 'eap', 'wle'] as const;
export type EstimatorName = (typeof ESTIMATORS)[number];

export const STANDARD_NORMAL: NormalPrior = { mean: 0, sd: 1 };

/**
 * Estimates an ability from answers.
 *
 * | name | what it is | its standard error |
 * |---|---|---|
 * | ml | maximum of the likelihood | 1/√I |
 * | map | maximum of likelihood × normal prior | 1/√(I + 1/sd²) |
 * | eap | mean of the posterior | standard deviation of the posterior |
 * | wle | Warm's weighted likelihood | 1/√I |
 *
 * @param grid the log-likelihood of the same answers over the bounds; its ends are the bounds
 */
export function estimateAbility(
  name: EstimatorName,
  answers: Answers,
  grid: LikelihoodGrid,
  prior: NormalPrior = STANDARD_NORMAL,
): AbilityEstimate {
  switch (name) {
    case 'ml':
      return estimateMl(answers, grid);
    case 'map':
      return estimateMap(answers, grid, prior);
    case 'eap':
      return estimateEap(answers, grid, prior);
    case 'wle':
      return estimateWle(answers, grid);
  }
}
