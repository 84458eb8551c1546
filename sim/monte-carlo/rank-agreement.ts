import { kendall } from '../../src/ranking/kendall.ts';
import { spearman } from '../../src/ranking/spearman.ts';
import type { RankAgreement } from './tally.ts';

/** How the order of `estimates` agrees with that of `truth`, one entry an examinee. Time O(n²). */
export function rankAgreement(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
): RankAgreement {
  return {
    kendall: kendall(estimates, truth).value,
    spearman: spearman(estimates, truth),
    pairs: pairsOrderedRight(estimates, truth),
    top1: bestFound(estimates, truth),
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

function bestFound(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  if (x.length < 2) return null;
  const most = (values: ArrayLike<number>) => {
    let top = values[0];
    for (let i = 1; i < values.length; i++) if (values[i] > top) top = values[i];
    return top;
  };
  const [topX, topY] = [most(x), most(y)];
  let alike = 0;
  let best = 0;
  for (let i = 0; i < x.length; i++) {
    if (x[i] !== topX) continue;
    alike++;
    if (y[i] === topY) best++;
  }
  return best / alike;
}
