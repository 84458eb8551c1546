import { mean } from './mean.ts';
import { squaredDeviations } from './squared-deviations.ts';

/** The variance of a whole population, Σ (x − x̄)² / n. NaN of no values. */
export function variance(values: ArrayLike<number>): number {
  return squaredDeviations(values, mean(values)) / values.length;
}
