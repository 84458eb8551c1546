import type { PriorSet } from './fit-marginal.ts';

/** The default priors of a marginal fit: weak ones, on parameters about which a few hundred examinees say little. */
export const DEFAULT_PRIORS = {
  a: { family: 'lognormal', mean: 0, sd: 0.5 },
  b: { family: 'none' },
  c: { family: 'logitnormal', mean: -1.8, sd: 0.5 },
  d: { family: 'beta', alpha: 17, beta: 5 },
} as const satisfies PriorSet;
