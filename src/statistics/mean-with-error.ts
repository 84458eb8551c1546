import { mean } from './mean.ts';
import { sampleVariance } from './sample-variance.ts';

/** A mean of independent values with its standard error, which is null with fewer than two. */
export interface MeanWithError {
  readonly mean: number;
  readonly se: number | null;
}

/** The mean and its standard error √(s²/n), s² the sample variance. */
export function meanWithError(values: ArrayLike<number>): MeanWithError {
  const n = values.length;
  return { mean: mean(values), se: n > 1 ? Math.sqrt(sampleVariance(values) / n) : null };
}
