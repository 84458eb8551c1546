import type { ScoreWithInterval } from './further-scores.ts';

/** Places by score, from 1, among models whose scores are known, or have intervals because some answers are missing. */
export interface ScorePlaces {
  readonly place: number;
  readonly bestPlace: number;
  readonly worstPlace: number;
}

/** In points: a smaller difference of scores is rounding, from another order of summation. */
const TIE = 1e-7;

/**
 * The place of a score among known scores, and the places that its interval and theirs, if any, allow. Equal scores share the
 * better place, in spite of rounding.
 * @param known in points; a number if the score is exact
 * @returns bestPlace ≤ place ≤ worstPlace
 */
export function placedScore(
  known: readonly (number | Pick<ScoreWithInterval, 'score' | 'low' | 'high'>)[],
  { score, low, high }: ScoreWithInterval,
): ScorePlaces {
  const at = (limit: number, end: 'score' | 'low' | 'high') =>
    1 +
    known.filter((other) => (typeof other === 'number' ? other : other[end]) > limit + TIE).length;
  return { place: at(score, 'score'), bestPlace: at(high, 'low'), worstPlace: at(low, 'high') };
}
