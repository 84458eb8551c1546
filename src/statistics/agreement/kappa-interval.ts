import { NORMAL_90 } from '../normal-points.ts';
import type { Interval } from '../percentile-interval.ts';
import { normalInterval } from './normal-interval.ts';

const Z2 = NORMAL_90 ** 2;

/**
 * A 90% interval of Cohen's κ with equal weights, by its large-sample variance, κ ± z √V. With p₀ the share of pairs with equal labels, pₑ = Σ x̂ₖ ŷₖ
 * of the shares of each label, and Iᵢ = [xᵢ = yᵢ]:
 *
 *     V = Σ ((Iᵢ − p₀)/(1 − pₑ) − (1 − p₀)(ŷ(xᵢ) + x̂(yᵢ) − 2pₑ)/(1 − pₑ)²)² / n²
 *
 * If all labels are equal, V is 0 and tells nothing: then the lower end has Wilson's lower end of p₀, n/(n + z²). Null with fewer than two pairs,
 * and where κ is not defined. Time O(n).
 *
 * @param x of the length of y, codes of labels from 0
 * @param labels number of labels
 * @see Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, 323–327; Wilson (1927), JASA 22, 209–212
 */
export function kappaInterval(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  labels: number,
): Interval {
  const n = x.length;
  const [shareX, shareY] = [new Float64Array(labels), new Float64Array(labels)];
  let same = 0;
  for (let i = 0; i < n; i++) {
    shareX[x[i]] += 1 / n;
    shareY[y[i]] += 1 / n;
    if (x[i] === y[i]) same++;
  }
  const observed = same / n;
  const expected = shareX.reduce((sum, share, label) => sum + share * shareY[label], 0);
  // One label of all pairs leaves 0, but for rounding.
  const room = 1 - expected;
  if (n < 2 || room < 1e-12) return { low: null, high: null };
  if (same === n) return { low: Math.max(-1, 1 - Z2 / (n + Z2) / room), high: 1 };
  const different = (1 - observed) / room;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const chance = shareY[x[i]] + shareX[y[i]] - 2 * expected;
    squares += ((Number(x[i] === y[i]) - observed - different * chance) / room) ** 2;
  }
  return normalInterval(1 - different, NORMAL_90 * (Math.sqrt(squares) / n));
}
