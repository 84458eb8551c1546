import { percentileInterval } from '../post-hoc/verdict.ts';

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
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  const ends = (tail: number) => {
    const { low, high } = percentileInterval(values, tail);
    return [low!, high!] as const;
  };
  const [low, high] = ends(0.025);
  return {
    mean,
    se: n < 2 ? null : Math.sqrt(squares / (n - 1) / n),
    median: ends(0.5)[0],
    low,
    quartiles: ends(0.25),
    high,
  };
}
