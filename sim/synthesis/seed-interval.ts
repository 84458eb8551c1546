import { meanWithError } from '../../src/statistics/mean-with-error.ts';
import { studentQuantile } from '../../src/statistics/student-quantile.ts';

/** A mean over seeds with its 95% interval; the ends are null with fewer than three values. */
export interface SeedInterval {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  /** How many seeds gave a value. */
  readonly count: number;
}

/** Of both tails of a 95% interval. */
const TAIL = 0.025;

/** Mean ± t s/√n over seeds, which are independent, with Student's t. Values that are null are left out and not counted. */
export function seedInterval(values: readonly (number | null)[]): SeedInterval {
  const known = values.filter((value) => value !== null);
  const n = known.length;
  const { mean, se } = meanWithError(known);
  if (n < 3 || se === null) return { mean, low: null, high: null, count: n };
  const half = studentQuantile(TAIL, n - 1) * se;
  return { mean, low: mean - half, high: mean + half, count: n };
}
