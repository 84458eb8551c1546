import type { RecordedExaminee } from '../../src/ranking/recorded-test.ts';

/** The mean score of each item over the examinees that answered it; the mean of all answers where none did. */
export function shareRight(examinees: readonly RecordedExaminee[], items: number): Float64Array {
  const sum = new Float64Array(items);
  const answers = new Float64Array(items);
  for (const { scores } of examinees)
    for (let j = 0; j < items; j++)
      if (!Number.isNaN(scores[j])) {
        sum[j] += scores[j];
        answers[j]++;
      }
  const add = (values: Float64Array) => values.reduce((total, v) => total + v, 0);
  const overall = add(sum) / add(answers);
  return sum.map((right, j) => (answers[j] > 0 ? right / answers[j] : overall));
}
