import { type Answers, isMixed } from '../irt/answers.ts';
import {
  type AbilityEstimate,
  type EstimatorName,
  estimateAbility,
  type NormalPrior,
} from '../irt/estimate/estimate.ts';
import type { LikelihoodGrid } from '../irt/likelihood-grid.ts';

/**
 * The estimate of `ml` while all answers are right or all are wrong, when the likelihood has no maximum: `eap` estimates by
 * EAP; `bound` takes the end of the scale, as catR does, and the next item is then the most informative one there.
 */
export const UNMIXED = ['eap', 'bound'] as const;
export type Unmixed = (typeof UNMIXED)[number];

/** An ability during a test, with the estimator that gave it. */
export interface EstimateSoFar extends AbilityEstimate {
  /** The estimator that gave it: `eap` as long as answers all right or all wrong leave `ml` without a maximum. */
  readonly estimator: EstimatorName;
}

/**
 * The ability from the answers so far, by the given estimator. If `ml` has no maximum, EAP replaces it unless `unmixed` is
 * `bound`.
 */
export function estimateSoFar(
  asked: EstimatorName,
  answers: Answers,
  grid: LikelihoodGrid,
  prior: NormalPrior,
  unmixed: Unmixed = 'eap',
): EstimateSoFar {
  const estimator = asked === 'ml' && unmixed === 'eap' && !isMixed(answers) ? 'eap' : asked;
  const { ability, se, atBound } = estimateAbility(estimator, answers, grid, prior);
  return { ability, se, atBound, estimator };
}

/**
 * The estimate before the first answer: the starting ability of the test, with the standard deviation of the prior if the
 * estimator uses one.
 */
export function estimateAtStart({
  estimator,
  prior,
  start,
}: {
  readonly estimator: EstimatorName;
  readonly prior: NormalPrior;
  readonly start: number;
}): EstimateSoFar {
  const hasPrior = estimator === 'map' || estimator === 'eap';
  return {
    ability: start,
    se: hasPrior ? prior.sd : Number.POSITIVE_INFINITY,
    atBound: false,
    estimator,
  };
}
