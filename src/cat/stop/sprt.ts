import type { SprtRule, StopState } from './rules.ts';

export type Side = 'above' | 'below';

/**
 * The sequential probability ratio test of θ = cut − δ against θ = cut + δ (δ the indifference): with
 *
 *     log R = log L(cut + δ) − log L(cut − δ)
 *
 * the examinee is `above` from log((1 − β)/α) on, `below` from log(β/(1 − α)) down, and undecided (null) between. Wald's
 * inequalities hold for any items, also adaptive ones: at cut − δ the chance of `above` is at most α/(1 − β), at cut + δ the
 * chance of `below` at most β/(1 − α). The two error rates add up to at most α + β.
 *
 * @see Wald (1947), Sequential Analysis; Reckase (1983), in New Horizons in Testing, 237–255; Eggen (1999), Applied
 * Psychological Measurement 23, 249–261
 */
export function sprtDecision(rule: SprtRule, state: Pick<StopState, 'logLikelihood'>): Side | null {
  const ratio = logRatio(rule, state);
  if (ratio >= upperBound(rule)) return 'above';
  return ratio <= lowerBound(rule) ? 'below' : null;
}

/** The decision if the test must end without one: that of the closer bound (Spray & Reckase 1996). */
export function sprtSide(rule: SprtRule, state: Pick<StopState, 'logLikelihood'>): Side {
  return 2 * logRatio(rule, state) >= upperBound(rule) + lowerBound(rule) ? 'above' : 'below';
}

function logRatio({ cut, indifference }: SprtRule, state: Pick<StopState, 'logLikelihood'>) {
  return state.logLikelihood(cut + indifference) - state.logLikelihood(cut - indifference);
}
const upperBound = ({ alpha, beta }: SprtRule) => Math.log((1 - beta) / alpha);
const lowerBound = ({ alpha, beta }: SprtRule) => Math.log(beta / (1 - alpha));
