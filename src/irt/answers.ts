import type { ItemParameters } from './parameters.ts';

/** The answers of one examinee, as the estimators read them: the first `count` entries of `index` and `scores`. */
export interface Answers {
  readonly items: ItemParameters;
  /** Which item was answered: a position in `items`. */
  readonly index: Int32Array;
  /** Its score in [0, 1]; a fraction counts as that share of a right answer (quasi-likelihood). */
  readonly scores: Float64Array;
  readonly count: number;
}

/** The answered (not NaN) items of one row of scores, in the order of the items. */
export function answersOf(items: ItemParameters, row: ArrayLike<number>): Answers {
  const index = new Int32Array(row.length);
  const scores = new Float64Array(row.length);
  return { items, index, scores, count: collectAnswers(row, 0, row.length, index, scores) };
}

/**
 * Writes the answered (not NaN) items of the row of `width` scores that begins at `start` into `index` and `scores`, and
 * returns their number.
 */
export function collectAnswers(
  rows: ArrayLike<number>,
  start: number,
  width: number,
  index: Int32Array,
  scores: Float64Array,
): number {
  let count = 0;
  for (let j = 0; j < width; j++) {
    const score = rows[start + j];
    if (Number.isNaN(score)) continue;
    index[count] = j;
    scores[count++] = score;
  }
  return count;
}

/**
 * True if some answers point to a higher ability and some to a lower one. A right answer points higher, or lower if the item
 * has a negative slope. Otherwise the likelihood rises or falls without end, and no finite maximum-likelihood estimate exists.
 */
export function isMixed(answers: Answers): boolean {
  const { a } = answers.items;
  let higher = false;
  let lower = false;
  for (let k = 0; k < answers.count; k++) {
    const isForward = a[answers.index[k]] > 0;
    const u = answers.scores[k];
    if (isForward ? u > 0 : u < 1) higher = true;
    if (isForward ? u < 1 : u > 0) lower = true;
    if (higher && lower) return true;
  }
  return false;
}
