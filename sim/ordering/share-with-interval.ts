import { NORMAL_95 } from '../../src/statistics/normal-points.ts';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';

/** A share of independent repetitions with its 95% interval. */
export interface ShareWithInterval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export function shareWithInterval(hits: number, n: number): ShareWithInterval {
  const value = hits / n;
  return { value, ...wilsonInterval(value, n, NORMAL_95) };
}
