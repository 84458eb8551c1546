import { studentQuantile } from '../../src/irt/student-t.ts';

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
  const mean = known.reduce((sum, v) => sum + v, 0) / n;
  if (n < 3) return { mean, low: null, high: null, count: n };
  const squares = known.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  const half = studentQuantile(TAIL, n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { mean, low: mean - half, high: mean + half, count: n };
}
