import { hasFractions } from '../../irt/has-fractions.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { Fitted } from './fit-result.ts';

/** AIC and BIC; null if priors move the estimate from the maximum, nothing was maximised, or scores between 0 and 1 have no likelihood. */
export function fitCriteria(
  { marginal, priors, fit: { logLikelihood } }: Fitted,
  { examinees, scores }: ResponseMatrix,
) {
  const hasNoPriors = Object.values(priors).every((prior) => prior === 'none');
  const isBinary = !hasFractions({ scores });
  if (!isBinary || !hasNoPriors || marginal === null || logLikelihood === null)
    return { aic: null, bic: null };
  return {
    aic: 2 * marginal.free - 2 * logLikelihood,
    bic: marginal.free * Math.log(examinees.length) - 2 * logLikelihood,
  };
}
