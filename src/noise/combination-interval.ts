import { fQuantile } from '../statistics/f-quantile.ts';
import type { MeanSquare } from './variance-components.ts';

/** Ends of an interval. */
export interface Ends {
  readonly low: number;
  readonly high: number;
}

interface Term {
  /** |weight| · mean square */
  readonly size: number;
  readonly df: number;
}

/**
 * Interval of a combination Σ w MS of independent mean squares with weights of both signs, as of a variance component. Its end
 * is exact if all other mean squares vanish, which a normal approximation or Satterthwaite's is not where the estimate is near 0. Ends are
 * not cut off at 0. Answers are taken as normal; for others, and for the analogous mean squares of designs with missing cells, it is approximate.
 *
 * @param weights one per mean square
 * @param confidence in (0, 1), two-sided
 * @see Ting, Burdick, Graybill, Jefferson & Lu (1990), Journal of Statistical Computation and Simulation 35, 135–143; Brennan
 *   (2001), Generalizability Theory, 6.2.2
 */
export function combinationInterval(
  meanSquares: readonly MeanSquare[],
  weights: ArrayLike<number>,
  confidence: number,
): Ends {
  const plus: Term[] = [];
  const minus: Term[] = [];
  let estimate = 0;
  meanSquares.forEach(({ value, intervalDf }, k) => {
    estimate += weights[k] * value;
    // A mean square below 0 exists only in designs with missing cells, where it stands for one near 0.
    const size = Math.abs(weights[k]) * Math.max(0, value);
    if (size > 0) (weights[k] > 0 ? plus : minus).push({ size, df: intervalDf });
  });
  const tail = (1 - confidence) / 2;
  return {
    low: estimate - Math.sqrt(Math.max(0, square(plus, minus, tail))),
    high: estimate + Math.sqrt(Math.max(0, square(minus, plus, tail))),
  };
}

/** V of the lower end; that of the upper end is V of the negative combination. */
function square(plus: readonly Term[], minus: readonly Term[], tail: number): number {
  const narrow = (df: number) => 1 - 1 / fQuantile(tail, df, Number.POSITIVE_INFINITY);
  const wide = (df: number) => 1 / fQuantile(1 - tail, df, Number.POSITIVE_INFINITY) - 1;
  let v = 0;
  for (const { size, df } of plus) v += (narrow(df) * size) ** 2;
  for (const { size, df } of minus) v += (wide(df) * size) ** 2;
  for (const up of plus)
    for (const down of minus) {
      const f = fQuantile(tail, up.df, down.df);
      const g = ((f - 1) ** 2 - (narrow(up.df) * f) ** 2 - wide(down.df) ** 2) / f;
      v += g * up.size * down.size;
    }
  for (const [k, one] of plus.entries())
    for (const other of plus.slice(k + 1)) {
      const both = one.df + other.df;
      const g =
        (narrow(both) * both) ** 2 / (one.df * other.df) -
        (narrow(one.df) ** 2 * one.df) / other.df -
        (narrow(other.df) ** 2 * other.df) / one.df;
      v += (g / (plus.length - 1)) * one.size * other.size;
    }
  return v;
}
