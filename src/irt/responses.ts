/** Recorded answers of examinees to items. */
export interface ResponseMatrix {
  readonly examinees: readonly string[];
  readonly items: readonly string[];
  /** examinees × items, row by row: a score in [0, 1], NaN if the item was not asked. */
  readonly scores: Float32Array;
}

/** Nine digits tell all numbers of single precision apart. */
const MOST_DIGITS = 9;

/** A score of a matrix as the shortest decimal of the same single precision: 0.3, not 0.30000001192092896. Others stay. */
export function shortestScore(score: number): number {
  if (Number.isInteger(score) || Math.fround(score) !== score) return score;
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const short = Number(score.toPrecision(digits));
    if (Math.fround(short) === score) return short;
  }
  return Number(score.toPrecision(MOST_DIGITS));
}

/** The scores of an examinee. They keep their single precision: so their sums are exact, and equal scores tie in any order. */
export function scoresOf(
  { items, scores }: Pick<ResponseMatrix, 'items' | 'scores'>,
  examinee: number,
): Float64Array {
  const from = examinee * items.length;
  return Float64Array.from(scores.subarray(from, from + items.length));
}

/** The matrix of the examinees in `rows`, in that order. */
export function pickExaminees(matrix: ResponseMatrix, rows: ArrayLike<number>): ResponseMatrix {
  const width = matrix.items.length;
  const scores = new Float32Array(rows.length * width);
  const examinees: string[] = [];
  for (let k = 0; k < rows.length; k++) {
    examinees.push(matrix.examinees[rows[k]]);
    scores.set(matrix.scores.subarray(rows[k] * width, (rows[k] + 1) * width), k * width);
  }
  return { examinees, items: matrix.items, scores };
}

/** The matrix of the items at `positions`, in that order. */
export function pickItems(matrix: ResponseMatrix, positions: ArrayLike<number>): ResponseMatrix {
  const { examinees, items } = matrix;
  const count = positions.length;
  const scores = new Float32Array(examinees.length * count);
  for (let i = 0; i < examinees.length; i++)
    for (let k = 0; k < count; k++)
      scores[i * count + k] = matrix.scores[i * items.length + positions[k]];
  return { examinees, items: Array.from(positions, (j) => items[j]), scores };
}
