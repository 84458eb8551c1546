import { mean } from './mean.ts';
import { squaredDeviations } from './squared-deviations.ts';

/**
 * The standard error of a statistic from its values r₍g₎ with one of G groups left out at a time: √((G − 1)/G Σ (r₍g₎ − r̄)²).
 *
 * @param without at least two
 * @see Efron & Stein (1981), Annals of Statistics 9, 586–596; Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 11
 */
export function jackknifeError(without: readonly number[]): number {
  const groups = without.length;
  return Math.sqrt(((groups - 1) / groups) * squaredDeviations(without, mean(without)));
}
