import { meanWithError, quantile } from 'thetarank';

/** How a figure varies over seeds. */
export interface Spread {
  readonly mean: number;
  /** Monte Carlo standard error of the mean; null with one seed. */
  readonly se: number | null;
  readonly median: number;
  /** The 2.5th, 25th, 75th and 97.5th percentiles: the range of seeds, not the precision of the mean. */
  readonly low: number;
  readonly quartiles: readonly [number, number];
  readonly high: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((x, y) => x - y);
  return {
    ...meanWithError(values),
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.025),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 1 - 0.25)],
    high: quantile(sorted, 1 - 0.025),
  };
}
