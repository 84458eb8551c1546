import { type Answers, isMixed } from '../irt/answers.ts';
import {
  type AbilityEstimate,
  type EstimatorName,
  estimateAbility,
  type NormalPrior,
} from '../irt/estimate/estimate.ts';
import type { LikelihoodGrid } from '../irt/likelihood-grid.ts';

/**
 * What `ml` says while all answers are right, or all are wrong, and the likelihood has no maximum: `eap` estimates by EAP; `bound`
 * is the end of the scale, as in catR, where the next item is then the one that tells most there.
 */
export const UNMIXED = ['eap', 'bound'] as const;
export type Unmixed = (typeof UNMIXED)[number];

/** An ability during a test, with the estimator that gave it. */
export interface EstimateSoFar extends AbilityEstimate {
  /** The estimator that gave it: `eap` as long as answers all right or all wrong leave `ml` without a maximum. */
  readonly estimator: EstimatorName;
}

/** The ability from the answers so far, by the estimator asked for, and by EAP where that is `ml` without a maximum, unless `unmixed` is `bound`. */
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

/** The estimate before the first answer: the ability that a test starts from, with the standard deviation of a prior that counts. */
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
