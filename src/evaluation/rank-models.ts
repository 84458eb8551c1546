import { holm } from '../statistics/holm.ts';
import { pairedDifference, withoutParts } from './paired-difference.ts';
import type { Parts } from './score-estimate.ts';

/** Models that differ are declared with this chance of any error over all pairs. */
export const RANKING_ERROR = 0.1;
/** In points: a smaller difference is rounding. */
const TIE = 1e-7;

/** The place of a model by its score, and those that the declared differences leave open. */
export interface ModelRank {
  readonly place: number;
  readonly bestPlace: number;
  readonly worstPlace: number;
}

/** Two models by position, and whether their scores differ. */
export interface RankedPair {
  readonly first: number;
  readonly second: number;
  /** Second − first in percentage points; null without common items. */
  readonly difference: number | null;
  /** Adjusted for all pairs (Holm). */
  readonly p: number;
  readonly differs: boolean;
}

/** All pairs of models on their common items. @param scores of each model by item, in [0, 1] or NaN */
export function rankedPairs(scores: readonly Float64Array[], parts: Parts): RankedPair[] {
  const pairs = scores.flatMap((_, first) =>
    scores.slice(first + 1).map((__, k) => ({ first, second: first + 1 + k })),
  );
  const found = pairs.map(({ first, second }) =>
    withoutParts(pairedDifference(scores[first], scores[second], parts)),
  );
  const adjusted = holm(Float64Array.from(found, (one) => one?.p ?? 1));
  return pairs.map((pair, k) => ({
    ...pair,
    difference: found[k]?.difference ?? null,
    p: adjusted[k],
    differs: adjusted[k] < RANKING_ERROR,
  }));
}

/** Places by score; equal scores share the better one. @param scores null of a model without a score, which has no place */
export function modelRanks(
  scores: readonly (number | null)[],
  pairs: readonly RankedPair[],
): (ModelRank | null)[] {
  const ranked = scores.filter((score) => score !== null).length;
  return scores.map((own, m) => {
    if (own === null) return null;
    const place = 1 + scores.filter((other) => other !== null && other > own + TIE).length;
    let [above, below] = [0, 0];
    for (const { first, second, difference, differs } of pairs) {
      if (!differs || (first !== m && second !== m)) continue;
      const isHigher = (second === m) === difference! > 0;
      if (isHigher) below++;
      else above++;
    }
    return {
      place,
      bestPlace: Math.min(place, 1 + above),
      worstPlace: Math.max(place, ranked - below),
    };
  });
}
