import type { FacetLayout } from './facet-layout.ts';
import type { AnswerView } from './facet-pass.ts';

/** Sums by rater and answer of what residuals show, from the last pass. */
export interface RaterSums {
  readonly ratings: Int32Array;
  readonly infit: Float64Array;
  readonly outfit: Float64Array;
  /** Of squared residuals less their variance: z of no misfit, by answers. */
  readonly misfitZ: Float64Array;
  /** Mean correlation of residuals between aspects, and its error; NaN where a rater never rated two aspects. */
  readonly halo: Float64Array;
  readonly haloErrors: Float64Array;
}

/**
 * Residuals of each rater under the posterior. Squares and what the model expects of them have the same mean over ratings of the model, because the posterior is averaged over (Wright &
 * Masters 1982, Rating Scale Analysis, chapter 5; posterior means as Adams & Wu 2007). Residuals of two aspects of an answer then have the mean product 0.
 */
export function raterFit(layout: FacetLayout): {
  readonly begin: (above: Float64Array, width: number) => void;
  readonly visitRating: (j: number, weights: Float64Array, low: number, high: number) => void;
  readonly visit: (view: AnswerView) => void;
  readonly sums: () => RaterSums;
} {
  const R = layout.counts.raters;
  const S = layout.counts.aspects;
  const steps = layout.counts.categories - 1;
  const of = () => new Float64Array(R);
  const ratings = new Int32Array(R);
  const [squares, expected, outer] = [of(), of(), of()];
  const [products, scales, productSquares, differences] = [of(), of(), of(), of()];
  const [answerDifference, answerProduct] = [of(), of()];
  let above: Float64Array = new Float64Array(0);
  let width = 0;
  const expectations = new Map<number, number>();
  return {
    begin: (table, nodes) => {
      above = table;
      width = nodes;
    },
    visitRating: (j, weights, low, high) => {
      const r = layout.raters[j];
      const curve = layout.curves[j] * steps * width;
      let [square, variance, ratio] = [0, 0, 0];
      for (let u = low; u < high; u++) {
        const w = weights[u];
        if (w === 0) continue;
        let [mean, second] = [0, 0];
        for (let k = 0; k < steps; k++) {
          const p = above[curve + k * width + u];
          mean += p;
          second += (2 * k + 1) * p;
        }
        const v = second - mean * mean;
        const d = (layout.scores[j] - mean) ** 2;
        square += w * d;
        variance += w * v;
        ratio += (w * d) / v;
      }
      ratings[r]++;
      squares[r] += square;
      expected[r] += variance;
      outer[r] += ratio;
      answerDifference[r] += square - variance;
      expectations.set(r * S + layout.aspects[j], variance);
    },
    visit: ({ local, count, means, variances }) => {
      const seen: number[] = [];
      for (let i = 0; i < count; i++) {
        const p = local[i];
        if (p >= layout.size && p < layout.biasFrom) seen.push(p - layout.size);
        if (p < layout.biasFrom || p >= layout.all) continue;
        const [r, s] = [Math.floor((p - layout.biasFrom) / S), (p - layout.biasFrom) % S];
        for (let k = 0; k < i; k++) {
          const other = local[k];
          if (other < layout.biasFrom || other >= layout.all) continue;
          if (Math.floor((other - layout.biasFrom) / S) !== r) continue;
          // Scores of biases are minus residuals.
          answerProduct[r] += variances[i * count + k] + means[i] * means[k];
          scales[r] += Math.sqrt(
            expectations.get(r * S + s)! * expectations.get(other - layout.biasFrom)!,
          );
        }
      }
      for (const r of seen) {
        differences[r] += answerDifference[r] ** 2;
        products[r] += answerProduct[r];
        productSquares[r] += answerProduct[r] ** 2;
        answerDifference[r] = 0;
        answerProduct[r] = 0;
      }
      expectations.clear();
    },
    sums: () => ({
      ratings,
      infit: squares.map((x, r) => x / expected[r]),
      outfit: outer.map((x, r) => x / ratings[r]),
      misfitZ: squares.map((x, r) => (x - expected[r]) / Math.sqrt(differences[r])),
      halo: products.map((x, r) => x / scales[r]),
      haloErrors: productSquares.map((x, r) => Math.sqrt(x) / scales[r]),
    }),
  };
}
