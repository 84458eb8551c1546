import type { ItemParameters } from '../../src/irt/parameters.ts';
import { mean } from '../../src/statistics/mean.ts';
import { variance } from '../../src/statistics/variance.ts';
import type { PriorSet } from '../fit/marginal/fit-marginal.ts';

/** Spreads below this are those of a model with equal parameters. */
const SMALLEST = 0.01;
/** The spread of δ at least: a few items say little of it. */
const SMALLEST_DELTA = 0.5;
/** Guessing is hardly determined by a few examinees. */
const SD_LOGIT_GUESSING = 0.5;

/**
 * Priors of new items, from the items that there are: log a and δ = −ab normal, and logit c if any item has guessing. The mean of log a is higher by its
 * variance, because the mode of a lognormal density in log a lies below it by that much.
 *
 * @see Mislevy (1986), Psychometrika 51, 177–195
 */
export function priorsOf({ a, b, c }: ItemParameters): PriorSet {
  const forward = Array.from(a.keys()).filter((j) => a[j] > 0);
  const logA = forward.map((j) => Math.log(a[j]));
  const delta = forward.map((j) => -a[j] * b[j]);
  const logitC = forward.filter((j) => c[j] > 0).map((j) => Math.log(c[j] / (1 - c[j])));
  const sdLogA = Math.max(SMALLEST, Math.sqrt(variance(logA)));
  return {
    a: { family: 'lognormal', mean: mean(logA) + sdLogA ** 2, sd: sdLogA },
    b: {
      family: 'intercept',
      mean: mean(delta),
      sd: Math.max(SMALLEST_DELTA, Math.sqrt(variance(delta))),
    },
    c:
      logitC.length === 0
        ? { family: 'none' }
        : {
            family: 'logitnormal',
            mean: mean(logitC),
            sd: Math.min(SD_LOGIT_GUESSING, Math.max(SMALLEST, Math.sqrt(variance(logitC)))),
          },
    d: { family: 'none' },
  };
}
