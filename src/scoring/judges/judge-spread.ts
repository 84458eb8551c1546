import { oneFactorLoadings } from '../../statistics/one-factor.ts';
import { type JudgedScores, rowsBy } from './judged-scores.ts';

/** Σ of products of judges' scores, less their means over the answers of the model, and the number of answers. */
export interface SpreadSums {
  /** Judges × judges. */
  readonly products: Float64Array;
  readonly counts: Float64Array;
}

/**
 * Sums by which spreads of judges are compared, of the answers in some groups of rows. What a judge thinks of a model as a whole is taken off, and with
 * it any bias for a family. Means are those over all rows.
 */
export function spreadSums(
  { judges, scores, models }: JudgedScores,
  groups: readonly (readonly number[])[],
): SpreadSums[] {
  const n = judges.length;
  const left = Float64Array.from(scores);
  for (const rows of rowsBy(models))
    for (let j = 0; j < n; j++) {
      let [sum, count] = [0, 0];
      for (const row of rows) {
        const score = scores[row * n + j];
        if (Number.isNaN(score)) continue;
        sum += score;
        count++;
      }
      for (const row of rows) left[row * n + j] -= sum / count;
    }
  return groups.map((rows) => {
    const sums = { products: new Float64Array(n * n), counts: new Float64Array(n * n) };
    for (const row of rows)
      for (let j = 0; j < n; j++)
        for (let k = 0; k < n; k++) {
          const product = left[row * n + j] * left[row * n + k];
          if (Number.isNaN(product)) continue;
          sums.products[j * n + k] += product;
          sums.counts[j * n + k]++;
        }
    return sums;
  });
}

/**
 * How far each judge spreads its scores as answers get better, relative to the mean of the judges: a judge who uses half of the scale has ½. From the
 * covariances of the judges over the answers of the same models, which one factor explains, the quality of an answer.
 * @returns 0 for a judge who has nothing in common with the others; null if no three judges have, or most go against the rest
 */
export function judgeSpread({ products, counts }: SpreadSums, judges: number): Float64Array | null {
  const covariances = products.map((product, at) => (counts[at] > 0 ? product / counts[at] : 0));
  const loadings = oneFactorLoadings(covariances, counts, judges);
  if (loadings === null) return null;
  const known = loadings.filter((b) => b !== 0);
  const mean = known.reduce((sum, b) => sum + b, 0) / known.length;
  return mean > 0 ? loadings.map((b) => b / mean) : null;
}
