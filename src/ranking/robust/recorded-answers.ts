import type { CalibratedRange } from '../../cat/robust/alarm.ts';
import type { AnsweredItems } from '../../cat/robust/examinee-posterior.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';

/** All answers of an examinee, as a test that asked everything would have them. */
export function allAnswers(scores: ArrayLike<number>): AnsweredItems {
  const index = new Int32Array(scores.length);
  const values = new Float64Array(scores.length);
  let count = 0;
  for (let j = 0; j < scores.length; j++) {
    if (Number.isNaN(scores[j])) continue;
    index[count] = j;
    values[count++] = scores[j];
  }
  return { index, scores: values, count };
}

/** The full score of examinee `i`, by its weights of the items; items of weight 0 do not count. */
export function fullScoreOf(
  { items, scores }: ResponseMatrix,
  weights: ArrayLike<number>,
  i: number,
): number {
  let sum = 0;
  for (let j = 0; j < items.length; j++)
    if (weights[j] > 0) sum += weights[j] * scores[i * items.length + j];
  return sum;
}

/** The examinees that answered at least half of the items; all of them where none did. Few answers are another score. */
export function answeredMost({ examinees, items, scores }: ResponseMatrix): number[] {
  const rows = examinees.map((_, i) => i);
  const width = items.length;
  const most = rows.filter((i) => {
    let answered = 0;
    for (let j = 0; j < width; j++) if (!Number.isNaN(scores[i * width + j])) answered++;
    return answered >= width / 2;
  });
  return most.length > 0 ? most : rows;
}

/** The lowest and highest score of some examinees; of none, all that a score can be. */
export function rangeOf(rows: readonly number[], scores: ArrayLike<number>): CalibratedRange {
  if (rows.length === 0) return { lowest: 0, highest: 1 };
  const own = rows.map((i) => scores[i]);
  return { lowest: Math.min(...own), highest: Math.max(...own) };
}
