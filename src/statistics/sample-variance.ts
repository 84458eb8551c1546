import { mean } from './mean.ts';
import { squaredDeviations } from './squared-deviations.ts';

/** The variance estimated from a sample, Σ (x − x̄)² / (n − 1); 0 with fewer than two values. */
export function sampleVariance(values: ArrayLike<number>): number {
  const n = values.length;
  return n > 1 ? squaredDeviations(values, mean(values)) / (n - 1) : 0;
}
