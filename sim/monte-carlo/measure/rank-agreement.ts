import { kendall } from '../../../src/statistics/kendall.ts';
import { spearman } from '../../../src/statistics/spearman.ts';
import type { RankAgreement } from './group-sums.ts';

/** How the order of `estimates` agrees with that of `truth`, one entry per examinee, with the best 1, 3, … of them. Time O(n²). */
export function rankAgreement(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  top: readonly number[] = [],
): RankAgreement {
  return {
    kendall: kendall(estimates, truth).value,
    spearman: spearman(estimates, truth),
    pairs: pairsOrderedRight(estimates, truth),
    top: top.map((k) => topFound(estimates, truth, k)),
  };
}

function pairsOrderedRight(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  let right = 0;
  let pairs = 0;
  for (let i = 0; i < y.length; i++)
    for (let j = 0; j < i; j++) {
      if (y[i] === y[j]) continue;
      pairs++;
      if (x[i] === x[j]) right += 0.5;
      else if (x[i] > x[j] === y[i] > y[j]) right++;
    }
  return pairs === 0 ? null : right / pairs;
}

/**
 * Share of the k with the highest estimates that are truly among the best k. Equal estimates share the remaining places;
 * examinees truly as good as the k-th count among the best.
 * @returns null if there are no more than k
 */
function topFound(x: ArrayLike<number>, y: ArrayLike<number>, k: number): number | null {
  if (x.length <= k) return null;
  const kth = (values: ArrayLike<number>) => Float64Array.from(values).sort()[values.length - k];
  const [leastX, leastY] = [kth(x), kth(y)];
  let above = 0;
  let aboveBest = 0;
  let alike = 0;
  let alikeBest = 0;
  for (let i = 0; i < x.length; i++) {
    if (x[i] < leastX) continue;
    const best = y[i] >= leastY ? 1 : 0;
    if (x[i] > leastX) {
      above++;
      aboveBest += best;
    } else {
      alike++;
      alikeBest += best;
    }
  }
  return (aboveBest + ((k - above) * alikeBest) / alike) / k;
}
