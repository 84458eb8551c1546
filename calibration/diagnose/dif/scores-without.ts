import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { kendall } from '../../../src/statistics/kendall.ts';
import { midRanks } from '../../../src/statistics/mid-ranks.ts';

/** Scores of all examinees on all items, and without some. */
export interface ScoresWithout {
  readonly items: number;
  readonly left: number;
  /** Kendall's τ-b of the two; null if all are tied in one. */
  readonly tau: number | null;
  /** In the order of the scores on all items. */
  readonly examinees: readonly {
    readonly name: string;
    readonly score: number;
    readonly without: number;
    /** 1 is the best; ties share the mean of their ranks. */
    readonly rank: number;
    readonly rankWithout: number;
  }[];
}

/** Share right of the items answered, on all items and on those that are not flagged. Examinees with answers to flagged items alone are left out. */
export function scoresWithout(
  { examinees, items, scores }: ResponseMatrix,
  isFlagged: ArrayLike<number>,
): ScoresWithout {
  const width = items.length;
  const shares = examinees.flatMap((name, i) => {
    const sums = { right: 0, n: 0, rightLeft: 0, nLeft: 0 };
    for (let j = 0; j < width; j++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) continue;
      sums.right += u;
      sums.n++;
      if (isFlagged[j] === 1) continue;
      sums.rightLeft += u;
      sums.nLeft++;
    }
    return sums.nLeft === 0
      ? []
      : [{ name, score: sums.right / sums.n, without: sums.rightLeft / sums.nLeft }];
  });
  const column = (of: 'score' | 'without') => shares.map((own) => own[of]);
  const ranks = midRanks(column('score').map((x) => -x));
  const ranksWithout = midRanks(column('without').map((x) => -x));
  return {
    items: width,
    left: items.filter((_, j) => isFlagged[j] !== 1).length,
    tau: kendall(column('score'), column('without')).value,
    examinees: shares
      .map((own, k) => ({ ...own, rank: ranks[k], rankWithout: ranksWithout[k] }))
      .sort((x, y) => x.rank - y.rank),
  };
}
