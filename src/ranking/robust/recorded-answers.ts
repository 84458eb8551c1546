import type { Asked } from '../../cat/robust/examinee-posterior.ts';

/** All answers of an examinee, as a test that asked everything would have them. */
export function allAnswers(scores: ArrayLike<number>): Asked {
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
