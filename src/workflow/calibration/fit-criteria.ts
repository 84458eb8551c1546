import type { Fitted } from './fit-result.ts';

/** AIC and BIC; null if priors move the estimate from the maximum, or nothing was maximised. */
export function fitCriteria(
  { marginal, priors, fit: { logLikelihood } }: Fitted,
  examinees: number,
) {
  const hasNoPriors = Object.values(priors).every((prior) => prior === 'none');
  if (!hasNoPriors || marginal === null || logLikelihood === null) return { aic: null, bic: null };
  return {
    aic: 2 * marginal.free - 2 * logLikelihood,
    bic: marginal.free * Math.log(examinees) - 2 * logLikelihood,
  };
}
