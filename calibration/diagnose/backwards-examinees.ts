import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { permutedCorrelation } from '../../src/statistics/permuted-correlation.ts';

/** An examinee who is right where the others are wrong. */
export interface BackwardsExaminee {
  readonly examinee: string;
  /** Of its scores with the mean scores of the others, over items; below 0. */
  readonly correlation: number;
  readonly items: number;
}

/** Φ(−3.29) = 1/2000, so that the measured share stays below 1/1000. */
const LEAST_DEVIATE = -3.2905;
/** Above this, a few rare scores decide, and the approximation of the probability fails. */
const MOST_SKEWED = 1;
/** Fewer items or examinees say nothing. */
const FEWEST_ITEMS = 10;
const FEWEST_EXAMINEES = 5;

/**
 * Examinees whose scores correlate negatively with the mean scores of the others over the items, beyond chance: with a reversed or shifted key, or scores
 * 1 − x. All orders of a guesser's scores are equally likely, and one in 2,000 of them has so low a correlation. Examinees who know more
 * correlate higher. The lowest one is named and left out of the means, then the others are compared again, so that several do not hide one
 * another. Fewer than half of the examinees are named, because the majority defines what is right.
 *
 * @returns in the order of the matrix
 */
export function backwardsExaminees(matrix: ResponseMatrix): BackwardsExaminee[] {
  const { examinees, items, scores } = matrix;
  const width = items.length;
  if (examinees.length < FEWEST_EXAMINEES || width < FEWEST_ITEMS) return [];
  const sums = new Float64Array(width);
  const counts = new Int32Array(width);
  const add = (i: number, sign: number) => {
    for (let j = 0; j < width; j++) {
      const score = scores[i * width + j];
      if (Number.isNaN(score)) continue;
      sums[j] += sign * score;
      counts[j] += sign;
    }
  };
  const left = new Set(examinees.keys());
  for (const i of left) add(i, 1);
  const found: (BackwardsExaminee & { readonly row: number })[] = [];
  while (2 * (found.length + 1) < examinees.length) {
    let [row, least, lowest] = [-1, LEAST_DEVIATE, { correlation: 0, items: 0 }];
    for (const i of left) {
      const own = withOthers(scores.subarray(i * width, (i + 1) * width), sums, counts);
      if (own === null || own.deviate >= least) continue;
      [row, least, lowest] = [i, own.deviate, { correlation: own.r, items: own.items }];
    }
    if (row < 0) break;
    found.push({ row, examinee: examinees[row], ...lowest });
    left.delete(row);
    add(row, -1);
  }
  return found.sort((one, other) => one.row - other.row).map(({ row: _, ...one }) => one);
}

/** A row with the means of the other rows that `sums` and `counts` contain; null if it says nothing. */
function withOthers(row: Float32Array, sums: Float64Array, counts: Int32Array) {
  const own: number[] = [];
  const others: number[] = [];
  for (let j = 0; j < row.length; j++) {
    if (Number.isNaN(row[j]) || counts[j] < 2) continue;
    own.push(row[j]);
    others.push((sums[j] - row[j]) / (counts[j] - 1));
  }
  if (own.length < FEWEST_ITEMS) return null;
  const found = permutedCorrelation(own, others);
  return found === null || Math.abs(found.skewness) > MOST_SKEWED
    ? null
    : { ...found, items: own.length };
}
