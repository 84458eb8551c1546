import type { MarginalFit } from '../../../calibration/fit/marginal/fit-marginal.ts';

/**
 * The distribution of ability of a marginal fit, as JSON has it. A histogram is compared with the normal distribution: gain in
 * log-likelihood, number of additional parameters, and differences in AIC and BIC; below 0 the histogram is better. The number
 * of shares overstates their flexibility, so both favour the normal distribution.
 */
export function distributionSummary(fit: MarginalFit | null, examinees: number) {
  if (fit === null) return null;
  const { distribution } = fit;
  if (distribution === null) return { name: 'normal' as const };
  const { normal, nodes, weights, ...rest } = distribution;
  const gain = fit.logLikelihood - normal.logLikelihood;
  const parameters = fit.free - normal.free;
  return {
    name: 'histogram' as const,
    ...rest,
    normal: {
      ...normal,
      logLikelihoodGain: gain,
      parameters,
      aicDifference: 2 * parameters - 2 * gain,
      bicDifference: parameters * Math.log(examinees) - 2 * gain,
    },
    nodes: Array.from(nodes),
    weights: Array.from(weights),
  };
}
