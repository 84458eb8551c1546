import type { Prior } from '../../../calibration/fit/marginal/prior.ts';

/**
 * A prior in the words of the options.
 * @param unit of a lognormal prior whose mean was estimated (see prior-unit.ts): about sd² above the mean of log a, because it is a density of a; else null
 */
export function priorText(prior: Prior, unit: number | null = null): string {
  if (prior.family === 'none') return 'none';
  if (prior.family === 'lognormal' && unit !== null)
    return `lognormal:${(prior.mean - Math.log(unit)).toFixed(3)}:${prior.sd}`;
  return prior.family === 'beta'
    ? `beta:${prior.alpha}:${prior.beta}`
    : `${prior.family}:${prior.mean}:${prior.sd}`;
}
