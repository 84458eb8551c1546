import type { RandomStream } from '../random.ts';
import { normalQuantile } from './normal-quantile.ts';
import { OF_NORMAL } from './of-normal.ts';
import { orderInterval } from './order-interval.ts';

/** The coefficients that an interval is known for. */
export type CorrelationName = 'kendall' | 'spearman' | 'pearson';

/** The fewest pairs that an interval is given for. */
const FEWEST = 5;

/** Up to so many pairs, intervals of τ and ρ are by their order: by the variance of artanh they hold too seldom with 5 to 8 pairs. */
const MOST_BY_ORDER = 15;

/** A coefficient is ±1 up to the rounding of its sums. */
const ROUNDING = 1e-12;

/**
 * Variance of artanh of a coefficient from n pairs of a bivariate normal distribution: Pearson's 1/(n − 3), Spearman's
 * (1 + ρ²/2)/(n − 3), Kendall's .437/(n − 4).
 *
 * @see Fisher (1921), Metron 1, 3–32; Bonett & Wright (2000), Psychometrika 65, 23–28; Fieller, Hartley & Pearson (1957), Biometrika 44,
 *   470–481
 */
const VARIANCES: Readonly<Record<CorrelationName, (value: number, n: number) => number>> = {
  kendall: (_, n) => 0.437 / (n - 4),
  spearman: (value, n) => (1 + value ** 2 / 2) / (n - 3),
  pearson: (_, n) => 1 / (n - 3),
};

/**
 * An interval of a correlation over pairs like the given ones, if these are normal. Null with fewer than five pairs. For τ and ρ of at most
 * fifteen pairs: all values that an exact test does not reject. Else tanh(artanh(r) ± z · s). At ±1, where s says nothing: all
 * values at which one order of all pairs is not too improbable, for r as for τ and ρ.
 *
 * @param value in [−1, 1]
 * @param confidence such as 0.9
 * @param random used for τ and ρ of few pairs, and at ±1
 */
export function correlationInterval(
  name: CorrelationName,
  value: number,
  n: number,
  confidence: number,
  random: RandomStream,
): { readonly low: number; readonly high: number } | null {
  if (n < FEWEST) return null;
  const tail = (1 - confidence) / 2;
  const isOne = 1 - Math.abs(value) < ROUNDING;
  if (isOne || (name !== 'pearson' && n <= MOST_BY_ORDER)) {
    const by = name === 'pearson' ? 'kendall' : name;
    const ends = orderInterval(by, isOne ? Math.sign(value) : value, n, tail, random);
    // With ties a coefficient may lie between the values that orders have.
    return {
      low: Math.min(value, OF_NORMAL[name](ends.low)),
      high: Math.max(value, OF_NORMAL[name](ends.high)),
    };
  }
  const half = normalQuantile(tail) * Math.sqrt(VARIANCES[name](value, n));
  const centre = Math.atanh(value);
  return { low: Math.tanh(centre - half), high: Math.tanh(centre + half) };
}
