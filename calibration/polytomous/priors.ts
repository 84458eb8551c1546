import type { Prior, PriorTerm } from '../fit/marginal/prior.ts';
import type { ItemModel } from './models/item-model.ts';
import type { PolytomousModel } from './models/models.ts';

export type PolytomousPrior = Extract<Prior, { family: 'none' | 'normal' | 'lognormal' }>;

/** Priors of the slopes, of which a lognormal one keeps them above 0, and of the intercepts of nominal items. */
export interface PolytomousPriors {
  readonly slope: PolytomousPrior;
  readonly intercept: PolytomousPrior;
}

const NONE: PolytomousPrior = { family: 'none' };

/** No priors: maximum marginal likelihood. */
export const NO_PRIORS: PolytomousPriors = { slope: NONE, intercept: NONE };

/**
 * The default priors, before the mean of a is estimated (see objective.ts). Of a graded and a beta item that of the 3PL. A step of a partial credit item has a smaller slope the more categories there are,
 * so its prior is wider. Options of a choice item are often chosen by a few examinees only, about which the data say little.
 */
export const DEFAULT_POLYTOMOUS_PRIORS: Readonly<Record<PolytomousModel, PolytomousPriors>> = {
  graded: { slope: { family: 'lognormal', mean: 0, sd: 0.5 }, intercept: NONE },
  gpcm: { slope: { family: 'lognormal', mean: 0, sd: 1 }, intercept: NONE },
  nominal: {
    slope: { family: 'normal', mean: 0, sd: 1.5 },
    intercept: { family: 'normal', mean: 0, sd: 3 },
  },
  beta: { slope: { family: 'lognormal', mean: 0, sd: 0.5 }, intercept: NONE },
};

const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);
const term: PriorTerm = { value: 0, slope: 0, curvature: 0, exact: 0 };

/** The log-density of `prior` at x with its derivatives in x itself. −∞ where the prior allows no value. */
function priorTerm(prior: PolytomousPrior, x: number): PriorTerm {
  term.value = 0;
  term.slope = 0;
  term.curvature = 0;
  term.exact = 0;
  if (prior.family === 'none') return term;
  const { mean, sd, family } = prior;
  const isLog = family === 'lognormal';
  if (isLog && !(x > 0)) {
    term.value = Number.NEGATIVE_INFINITY;
    return term;
  }
  const z = ((isLog ? Math.log(x) : x) - mean) / sd;
  term.value = -(isLog ? Math.log(x) : 0) - Math.log(sd) - HALF_LOG_2PI - 0.5 * z * z;
  term.slope = isLog ? -(1 + z / sd) / x : -z / sd;
  term.curvature = 1 / (sd * sd) / (isLog ? x * x : 1);
  term.exact = isLog ? (1 / (sd * sd) - 1 - z / sd) / (x * x) : term.curvature;
  return term;
}

/**
 * Adds the derivatives of an item's log-prior at x to `gradient`, and minus its second derivatives (their positive part) to `information`.
 * @returns the log-prior
 */
export function addPrior(
  model: ItemModel,
  priors: PolytomousPriors,
  x: Float64Array,
  categories: number,
  gradient: Float64Array,
  information: Float64Array,
): number {
  if (model.isCentred) return addCentred(priors, x, categories, gradient, information);
  const { value, slope, curvature } = priorTerm(priors.slope, x[0]);
  gradient[0] += slope;
  information[0] += curvature;
  return value;
}

/** Normal priors of the K deviations from their mean, of which x has K − 1 relative to the first category. */
function addCentred(
  { slope, intercept }: PolytomousPriors,
  x: Float64Array,
  categories: number,
  gradient: Float64Array,
  information: Float64Array,
): number {
  const half = categories - 1;
  const size = 2 * half;
  let value = 0;
  [slope, intercept].forEach((prior, part) => {
    if (prior.family !== 'normal') return;
    const from = part * half;
    let mean = 0;
    for (let m = 0; m < half; m++) mean += x[from + m] / categories;
    value += priorTerm(prior, -mean).value;
    for (let m = 0; m < half; m++) {
      const { value: height, curvature } = priorTerm(prior, x[from + m] - mean);
      value += height;
      gradient[from + m] -= (x[from + m] - mean) * curvature;
      for (let n = 0; n < half; n++)
        information[(from + m) * size + from + n] +=
          curvature * ((m === n ? 1 : 0) - 1 / categories);
    }
  });
  return value;
}
