import type { Prior } from '../../../calibration/fit/marginal/prior.ts';

/** A prior in the words of the options. */
export function priorText(prior: Prior): string {
  if (prior.family === 'none') return 'none';
  return prior.family === 'beta'
    ? `beta:${prior.alpha}:${prior.beta}`
    : `${prior.family}:${prior.mean}:${prior.sd}`;
}
