import { mean } from './mean.ts';

/**
 * The standard error of a statistic whose rows hang together in units, from its values with one row left out at a time: √(G/(G − 1) Σ_g (Σ_{i∈g} d_i)²)
 * with d_i = (n − 1)/n (r̄ − r₍i₎), the influence of a row (infinitesimal jackknife by units). With one row per unit it is the usual jackknife.
 *
 * @param without values without row i, one per row
 * @param units rows of each, at least two units, which together are all rows
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 11; Cameron & Miller (2015), Journal of Human Resources 50, 317–372
 */
export function clusteredJackknife(
  without: readonly number[],
  units: readonly ArrayLike<number>[],
): number {
  const n = without.length;
  const centre = mean(without);
  let total = 0;
  for (const unit of units) {
    let sum = 0;
    for (let i = 0; i < unit.length; i++) sum += centre - without[unit[i]];
    total += (((n - 1) / n) * sum) ** 2;
  }
  return Math.sqrt((units.length / (units.length - 1)) * total);
}
