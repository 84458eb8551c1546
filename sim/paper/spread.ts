import { meanWithError } from '../../src/statistics/mean-with-error.ts';
import { percentileInterval } from '../post-hoc/percentile-interval.ts';

/** How a figure varies over seeds. */
export interface Spread {
  readonly mean: number;
  /** Monte Carlo standard error of the mean; null with one seed. */
  readonly se: number | null;
  readonly median: number;
  /** The 2.5th, 25th, 75th and 97.5th percentile: where other seeds lie, not how well the mean is known. */
  readonly low: number;
  readonly quartiles: readonly [number, number];
  readonly high: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const ends = (tail: number) => {
    const { low, high } = percentileInterval(values, tail);
    return [low!, high!] as const;
  };
  const [low, high] = ends(0.025);
  return {
    ...meanWithError(values),
    median: ends(0.5)[0],
    low,
    quartiles: ends(0.25),
    high,
  };
}
