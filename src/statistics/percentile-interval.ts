import { quantile } from './quantile.ts';

/** Ends of an interval; null if it is not defined. */
export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

/** The 5th and the 95th percentile, as `percentileInterval` gives them: their ends are one-sided 95% bounds. */
export function interval90(values: readonly (number | null)[]): Interval {
  return percentileInterval(values, 0.05);
}

/**
 * The values that cut off the share `tail` (in (0, ½)) of those that are defined at either end, interpolated between
 * neighbours; null if fewer than half of them are defined.
 */
export function percentileInterval(values: readonly (number | null)[], tail: number): Interval {
  const known = values.filter((v) => v !== null).sort((x, y) => x - y);
  if (2 * known.length < values.length || known.length === 0) return { low: null, high: null };
  return { low: quantile(known, tail), high: quantile(known, 1 - tail) };
}
