import type { Interval } from '../percentile-interval.ts';

/** From `value` less `half` to `value` plus `half`, within [−1, 1]: the interval of a coefficient of agreement. */
export function normalInterval(value: number, half: number): Interval {
  return { low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}
