import type { Interval } from '../percentile-interval.ts';
import { disagreementEnds } from './disagreement-ends.ts';

/** Of sums of shares. */
const ROUNDING = 1e-12;

/**
 * A 90% interval of Cohen's κ with equal weights, by its large-sample variance V (`disagreementEnds`). With p₀ the share of pairs with equal labels, pₑ = Σ x̂ₖ ŷₖ
 * of the shares of each label, and Iᵢ = [xᵢ = yᵢ]:
 *
 *     V = Σ ((Iᵢ − p₀)/(1 − pₑ) − (1 − p₀)(ŷ(xᵢ) + x̂(yᵢ) − 2pₑ)/(1 − pₑ)²)² / n²
 *
 * n² is n (n − 2) here, because few pairs fit their own shares.
 *
 * Null with fewer than three pairs,
 * and if one of the two has one label only: κ would be 0 whatever the other one says. Time O(n).
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
  const room = 1 - expected;
  const isConstant = (shares: Float64Array) => shares.some((share) => share > 1 - ROUNDING);
  if (n < 3 || isConstant(shareX) || isConstant(shareY)) return { low: null, high: null };
  const different = (1 - observed) / room;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const chance = shareY[x[i]] + shareX[y[i]] - 2 * expected;
    squares += ((Number(x[i] === y[i]) - observed - different * chance) / room) ** 2;
  }
  return disagreementEnds(1 - different, room, Math.sqrt(squares / (n * (n - 2))), n, {
    isSingle: same === n - 1,
  });
}
