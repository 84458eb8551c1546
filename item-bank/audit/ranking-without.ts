import {
  type RecordedChoices,
  rightByItem,
} from '../../calibration/diagnose/keys/recorded-choices.ts';
import { kendall } from '../../src/statistics/kendall.ts';

/** A model's score with and without the suspects, in [0, 1], and its ranks; NaN without an answer. */
export interface ScoreChange {
  readonly model: string;
  readonly before: number;
  readonly after: number;
  /** 1 for the best; equal scores share the better rank. */
  readonly rankBefore: number;
  readonly rankAfter: number;
}

/** How a ranking changes without some items. */
export interface RankingChange {
  readonly removed: number;
  /** Kendall's τ-b of the scores; null if it is not defined. */
  readonly tau: number | null;
  /** Best first, by the scores before. */
  readonly models: readonly ScoreChange[];
}

/**
 * Shares right over all items that count and over those of them that are not removed, by the answers that each model gave.
 * @param uncounted items that no score counts, such as pretest items
 */
export function rankingWithout(
  choices: RecordedChoices,
  removed: ReadonlySet<string>,
  uncounted: ReadonlySet<string> = new Set(),
): RankingChange {
  const { examinees, items } = choices;
  const right = rightByItem(choices);
  const sums = examinees.map(() => ({ all: 0, allRight: 0, left: 0, leftRight: 0 }));
  let count = 0;
  for (const [j, item] of items.entries()) {
    if (uncounted.has(item)) continue;
    const isRemoved = removed.has(item);
    if (isRemoved) count++;
    for (const [m, sum] of sums.entries()) {
      const answer = right[j * examinees.length + m];
      if (answer < 0) continue;
      sum.all++;
      sum.allRight += answer;
      if (isRemoved) continue;
      sum.left++;
      sum.leftRight += answer;
    }
  }
  const before = sums.map(({ all, allRight }) => allRight / all);
  const after = sums.map(({ left, leftRight }) => leftRight / left);
  const known = before.flatMap((_, m) => (Number.isNaN(before[m] + after[m]) ? [] : [m]));
  const rank = (scores: readonly number[], m: number) =>
    1 + known.filter((other) => scores[other] > scores[m]).length;
  return {
    removed: count,
    tau: kendall(
      known.map((m) => before[m]),
      known.map((m) => after[m]),
    ).value,
    models: known
      .map((m) => ({
        model: examinees[m],
        before: before[m],
        after: after[m],
        rankBefore: rank(before, m),
        rankAfter: rank(after, m),
      }))
      .sort((x, y) => y.before - x.before || (x.model < y.model ? -1 : 1)),
  };
}
