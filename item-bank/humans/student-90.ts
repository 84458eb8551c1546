import { studentQuantile } from '../../src/statistics/student-quantile.ts';

/** Whole degrees of freedom come with the rounding of sums. */
const ROUNDING = 1e-6;

/** Half-width of a 90% interval in standard errors with so many degrees of freedom: the whole number below, at least 1. */
export function student90(degrees: number): number {
  return studentQuantile(0.05, Math.max(1, Math.floor(degrees + ROUNDING)));
}
