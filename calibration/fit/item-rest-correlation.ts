import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { pearson } from '../../src/statistics/pearson.ts';

/** The correlation of each item's answers with the rest of the test. One entry per item. */
export interface ItemRest {
  /** In [−1, 1]; NaN below 3 examinees, or if the item's answers or the rest do not vary. */
  readonly correlation: Float64Array;
  /** Examinees it is computed from: those who answered the item and at least one other. */
  readonly examinees: Int32Array;
}

const FEWEST = 3;

/**
 * The corrected item-total correlation: of an item's answers u_ij with the mean of the examinee's answers to all other items,
 *
 *     r_j = corr_i(u_ij, (Σ_k u_ik − u_ij) / (n_i − 1)),
 *
 * n_i the number of items that examinee i answered. It uses the mean, not the sum, so that missing answers do not count as
 * wrong. It needs no parameters, so it detects items that work backwards even if a fit forces slopes above 0.
 * @see Henrysson (1963), Psychometrika 28, 211–218
 */
export function itemRestCorrelation({ scores, items, examinees }: ResponseMatrix): ItemRest {
  const width = items.length;
  const total = new Float64Array(examinees.length);
  const answered = new Int32Array(examinees.length);
  for (let i = 0; i < examinees.length; i++)
    for (let j = 0; j < width; j++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) continue;
      total[i] += u;
      answered[i]++;
    }
  const correlation = new Float64Array(width).fill(Number.NaN);
  const count = new Int32Array(width);
  const answers = new Float64Array(examinees.length);
  const rests = new Float64Array(examinees.length);
  for (let j = 0; j < width; j++) {
    let n = 0;
    for (let i = 0; i < examinees.length; i++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u) || answered[i] < 2) continue;
      answers[n] = u;
      rests[n] = (total[i] - u) / (answered[i] - 1);
      n++;
    }
    count[j] = n;
    if (n >= FEWEST)
      correlation[j] = pearson(answers.subarray(0, n), rests.subarray(0, n)) ?? Number.NaN;
  }
  return { correlation, examinees: count };
}
