import { logGamma } from '../../../src/statistics/log-gamma.ts';

/**
 * A prior of one item parameter, on the parameter's own scale (a, b, or an asymptote).
 * - `lognormal`: log x ~ N(mean, sd); `normal`: x ~ N(mean, sd); `beta`: x ~ Beta(alpha, beta);
 * - `logitnormal`: the density of logit x, N(mean, sd), without the Jacobian, as in mirt;
 * - `intercept`, for b only: the intercept δ = −ab ~ N(mean, sd), which stays well behaved where a is near 0;
 * - `none`: flat.
 */
export type Prior =
  | { readonly family: 'none' }
  | { readonly family: 'normal'; readonly mean: number; readonly sd: number }
  | { readonly family: 'lognormal'; readonly mean: number; readonly sd: number }
  | { readonly family: 'logitnormal'; readonly mean: number; readonly sd: number }
  | { readonly family: 'intercept'; readonly mean: number; readonly sd: number }
  | { readonly family: 'beta'; readonly alpha: number; readonly beta: number };

/** Families as numbers, for flat arrays that threads share. */
export const FAMILY = {
  none: 0,
  normal: 1,
  lognormal: 2,
  logitnormal: 3,
  beta: 4,
  intercept: 5,
} as const;

/** A prior's log-density with its first derivative and minus its second, with respect to the working coordinate. */
export interface PriorTerm {
  value: number;
  slope: number;
  /** Never negative: the expected (Gauss-Newton) part if the exact one can be negative. */
  curvature: number;
  /** The exact one. */
  exact: number;
}

const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/** Prior of a in the coordinate log a. `first` and `second` are mean and sd. */
export function logCoordinate(
  family: number,
  first: number,
  second: number,
  logValue: number,
  out: PriorTerm,
): void {
  if (family === FAMILY.lognormal) {
    const z = (logValue - first) / second;
    out.value = -logValue - Math.log(second) - HALF_LOG_2PI - 0.5 * z * z;
    out.slope = -1 - z / second;
    out.curvature = 1 / (second * second);
    out.exact = out.curvature;
  } else if (family === FAMILY.normal) {
    const value = Math.exp(logValue);
    const z = (value - first) / second;
    out.value = -Math.log(second) - HALF_LOG_2PI - 0.5 * z * z;
    out.slope = (-z / second) * value;
    out.curvature = (value * value) / (second * second);
    out.exact = out.curvature - out.slope;
  } else {
    out.value = 0;
    out.slope = 0;
    out.curvature = 0;
    out.exact = 0;
  }
}

/** Prior of an asymptote in its logit. `first` and `second` are mean and sd, or Beta's alpha and beta. */
export function logitCoordinate(
  family: number,
  first: number,
  second: number,
  logit: number,
  out: PriorTerm,
): void {
  if (family === FAMILY.logitnormal) {
    const z = (logit - first) / second;
    out.value = -Math.log(second) - HALF_LOG_2PI - 0.5 * z * z;
    out.slope = -z / second;
    out.curvature = 1 / (second * second);
    out.exact = out.curvature;
  } else if (family === FAMILY.beta) {
    const value = 1 / (1 + Math.exp(-logit));
    // log x and log(1 − x) without rounding x to 0 or 1.
    const logValue = -Math.log1p(Math.exp(-Math.abs(logit))) + Math.min(logit, 0);
    out.value = (first - 1) * logValue + (second - 1) * (logValue - logit) - logBeta(first, second);
    out.slope = (first - 1) * (1 - value) - (second - 1) * value;
    out.exact = (first + second - 2) * value * (1 - value);
    out.curvature = Math.max(0, out.exact);
  } else if (family === FAMILY.normal) {
    const value = 1 / (1 + Math.exp(-logit));
    const z = (value - first) / second;
    const step = value * (1 - value);
    out.value = -Math.log(second) - HALF_LOG_2PI - 0.5 * z * z;
    out.slope = (-z / second) * step;
    out.curvature = (step * step) / (second * second);
    out.exact = out.curvature - out.slope * (1 - 2 * value);
  } else {
    out.value = 0;
    out.slope = 0;
    out.curvature = 0;
    out.exact = 0;
  }
}

/** log B(α, β) to 1e-12. */
function logBeta(alpha: number, beta: number): number {
  return logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta);
}
