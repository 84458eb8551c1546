import { fail } from '../../errors.ts';
import { type ResponseMatrix, shortestScore } from '../responses.ts';
import { type CategoryMatrix, categoriesBy } from './category-matrix.ts';

/** Scores in [0, 1] that answers are put on, ascending, at least two of them: category k is the score at position k. */
export type ScoreLevels = readonly number[];

/** Up to this many different recorded scores are the levels themselves. */
const MOST_LEVELS = 10;
/** Scores by degrees are rounded to 0, ¼, ½, ¾, 1: fewer levels lose information, more have too few answers each. */
const USUAL_LEVELS = 5;
/** A model of the levels has a parameter or more for each of them. */
const MOST_EVEN_LEVELS = 100;
/** Scores that are nearer to each other are one level: means of grades differ by rounding, and files of parameters have six decimals. */
const SAME_LEVEL = 1e-6;

/** 0, 1/(K − 1), …, 1. @throws OPTION_INVALID */
export function evenLevels(count: number): ScoreLevels {
  if (!(Number.isInteger(count) && count >= 2 && count <= MOST_EVEN_LEVELS))
    fail('OPTION_INVALID', {
      option: 'levels',
      found: `${count}`,
      accepted: `a whole number from 2 to ${MOST_EVEN_LEVELS}`,
    });
  return Array.from({ length: count }, (_, k) => k / (count - 1));
}

/**
 * The levels of recorded scores: the different scores themselves, up to ten of them, else 0, ¼, ½, ¾ and 1.
 * @throws NO_ANSWERS if there is none
 */
export function levelsOf({ scores }: Pick<ResponseMatrix, 'scores'>): ScoreLevels {
  const found = new Set(scores);
  found.delete(Number.NaN);
  if (found.size === 0) fail('NO_ANSWERS', { where: 'the recorded answers' });
  const sorted = Float64Array.from(found).sort();
  // Each level is the highest of its scores, so that 1 stays 1; the lowest stays as it is, so that 0 stays 0.
  const levels: number[] = [];
  for (const score of sorted)
    if (levels.length > 1 && score - levels[levels.length - 1] < SAME_LEVEL)
      levels[levels.length - 1] = score;
    else if (levels.length !== 1 || score - levels[0] >= SAME_LEVEL) levels.push(score);
  return levels.length > MOST_LEVELS ? evenLevels(USUAL_LEVELS) : levels.map(shortestScore);
}

/** Whether every recorded score is one of the levels, to the rounding of single precision. */
export function isOnLevels(
  { scores }: Pick<ResponseMatrix, 'scores'>,
  levels: ScoreLevels,
): boolean {
  return scores.every(
    (score) => Number.isNaN(score) || Math.abs(score - levels[levelOf(score, levels)]) < SAME_LEVEL,
  );
}

/** The position of the nearest level; of two equally near ones the higher. */
export function levelOf(score: number, levels: ScoreLevels): number {
  let low = 0;
  let high = levels.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (levels[middle] <= score) low = middle;
    else high = middle;
  }
  return score - levels[low] < levels[high] - score ? low : high;
}

/** Recorded scores in the categories of the levels, the same for all items. @throws VALUE_NOT_FINITE for a score outside [0, 1] */
export function categoriesOfLevels(responses: ResponseMatrix, levels: ScoreLevels): CategoryMatrix {
  const categories = new Int32Array(responses.items.length).fill(levels.length);
  return categoriesBy(responses, categories, (score) => levelOf(score, levels));
}
