import { chiSquareTail } from './chi-square-tail.ts';

/** Poisson weights further from their mean than this many standard deviations are below 1e-20. */
const REACH = 10;

/**
 * P(X > x) of a non-central χ² variable X: tails of central ones with df + 2k degrees of freedom, in the shares of a Poisson
 * variable k of mean λ/2, to about 1e-11.
 *
 * @param x 0 or more
 * @param df degrees of freedom, a whole number of 1 or more
 * @param noncentrality λ, 0 or more
 * @see Johnson, Kotz & Balakrishnan (1995), Continuous Univariate Distributions 2, 29.3
 */
export function noncentralChiSquareTail(x: number, df: number, noncentrality: number): number {
  if (Number.isNaN(x) || !(df >= 1) || !(noncentrality >= 0)) return Number.NaN;
  if (x <= 0) return 1;
  const mean = noncentrality / 2;
  const most = Math.ceil(mean + REACH * (Math.sqrt(mean) + 3));
  let tail = chiSquareTail(x, df);
  // Logarithms of (x/2)^(df/2 + k) e^(−x/2) / Γ(df/2 + k + 1), by which the tail grows with two more degrees of freedom.
  let growth = (df / 2) * Math.log(x / 2) - x / 2 - (df % 2 === 1 ? 0.5 * Math.log(Math.PI) : 0);
  for (let half = df / 2; half > 0; half--) growth -= Math.log(half);
  let weight = -mean;
  let sum = 0;
  for (let k = 0; k <= most; k++) {
    sum += Math.exp(weight) * Math.min(1, tail);
    tail += Math.exp(growth);
    growth += Math.log(x / 2) - Math.log(df / 2 + k + 1);
    weight += Math.log(mean) - Math.log(k + 1);
  }
  return Math.min(1, sum);
}
