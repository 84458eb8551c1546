import type { PriorSet } from './fit-marginal.ts';

/** The priors of a marginal fit where none are given: weak ones, of what a few hundred examinees say little of. */
export const DEFAULT_PRIORS = {
  a: { family: 'lognormal', mean: 0, sd: 0.5 },
  b: { family: 'none' },
  c: { family: 'logitnormal', mean: -1.8, sd: 0.5 },
  d: { family: 'beta', alpha: 17, beta: 5 },
} as const satisfies PriorSet;
