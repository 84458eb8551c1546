import { logComplement, logProbability } from '../../src/irt/log-probability.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { pearson } from '../../src/statistics/pearson.ts';
import { tellingAnswers } from './telling-answers.ts';

/**
 * How well the answers to each item follow abilities. One entry per item; NaN if there are no answers, or some answer is partly
 * right.
 */
export interface ItemFit {
  /** Correlation of right answers with ability, in [−1, 1]; also NaN if all answers, but for those of perfect and zero scorers, are equal. */
  readonly correlation: Float64Array;
  /** Mean square weighted by information: 1 where answers vary about the curve as they would by chance. */
  readonly infit: Float64Array;
  /** Mean square, unweighted: a single surprising answer has a large effect. */
  readonly outfit: Float64Array;
  /** The mean squares as about standard normal values. */
  readonly zInfit: Float64Array;
  readonly zOutfit: Float64Array;
  /** The standardised log-likelihood l_z of the item's answers: far below 0 if they do not follow its curve. */
  readonly zLikelihood: Float64Array;
}

/**
 * W is at least this, as in mirt: an answer that is almost certain cannot outweigh all others, and never divides by 0.
 */
const LEAST_VARIANCE = Math.sqrt(1e-5);
/** The most that the standard deviation of a mean square may be in its cube-root transformation, as in mirt. */
const MOST_DEVIATION = Math.SQRT2;

/**
 * The point-biserial correlation of each item with ability, and its infit and outfit mean squares, with e = u − P and W = P(1 − P)
 * (at least √1e-5) at the abilities of the examinees:
 *
 *     infit = Σ e² / Σ W,   outfit = (1/n) Σ e² / W.
 *
 * The cube root of a mean square x is about normal: z = (x^⅓ − 1) · 3/q + q/3, with q² its variance: Σ (C − W²) / (Σ W)² for infit
 * and Σ (C/W²) / n² − 1/n for outfit, where C = W (1 − 3W) is the fourth moment of e. The standardised log-likelihood is that of
 * `personFit`, summed over the examinees of an item.
 *
 * With a wrong key, strong examinees miss the item and weak ones do not: the correlation is low or negative, and mean squares
 * are above 1. This is not a statistical test: examinees are few and may share a model, and parameters were fitted to the same
 * answers, so the distribution of these values is unknown. A partly right answer always varies by less than W, and of answers that are
 * all alike priors alone place the curve, so items with such answers get NaN.
 * @param abilities one per examinee
 * @see Lord & Novick (1968), Statistical Theories of Mental Test Scores, chapter 15, for the correlation;
 *   Wright & Masters (1982), Rating Scale Analysis, chapter 5, for mean squares and their z; Drasgow, Levine & Williams (1985), British
 *   Journal of Mathematical and Statistical Psychology 38, 67–86, for l_z
 */
export function itemFit(
  matrix: ResponseMatrix,
  { a, b, c, d }: ItemParameters,
  abilities: ArrayLike<number>,
): ItemFit {
  const { scores, items, examinees } = matrix;
  const width = items.length;
  const column = () => new Float64Array(width).fill(Number.NaN);
  const fit = {
    correlation: column(),
    infit: column(),
    outfit: column(),
    zInfit: column(),
    zOutfit: column(),
    zLikelihood: column(),
  };
  const { share } = tellingAnswers(matrix);
  for (let j = 0; j < width; j++) {
    const sums = { n: 0, square: 0, chance: 0, standard: 0, fourth: 0, relative: 0 };
    const surprise = { distance: 0, variance: 0 };
    const answers: number[] = [];
    const own: number[] = [];
    let isWhole = true;
    for (let i = 0; i < examinees.length; i++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) continue;
      if (u !== 0 && u !== 1) isWhole = false;
      answers.push(u);
      own.push(abilities[i]);
      const p = probability(abilities[i], a[j], b[j], c[j], d[j]);
      const v = p * (1 - p);
      const w = Math.max(LEAST_VARIANCE, v);
      const fourth = v * (1 - 3 * v);
      sums.n++;
      sums.square += (u - p) ** 2;
      sums.chance += w;
      sums.standard += (u - p) ** 2 / w;
      sums.fourth += fourth - w * w;
      sums.relative += fourth / (w * w);
      // A right answer with P = 1 is no surprise: (u − P) · logit P has the limit 0.
      if (!(v > 0)) continue;
      const logit =
        logProbability(abilities[i], a[j], b[j], c[j], d[j]) -
        logComplement(abilities[i], a[j], b[j], c[j], d[j]);
      surprise.distance += (u - p) * logit;
      surprise.variance += v * logit * logit;
    }
    if (!(share[j] > 0 && share[j] < 1) || !isWhole) continue;
    fit.correlation[j] = pearson(answers, own) ?? Number.NaN;
    fit.infit[j] = sums.square / sums.chance;
    fit.outfit[j] = sums.standard / sums.n;
    fit.zInfit[j] = standardised(fit.infit[j], sums.fourth / sums.chance ** 2);
    fit.zOutfit[j] = standardised(fit.outfit[j], sums.relative / sums.n ** 2 - 1 / sums.n);
    if (surprise.variance > 0)
      fit.zLikelihood[j] = surprise.distance / Math.sqrt(surprise.variance);
  }
  return fit;
}

/** The Wilson–Hilferty transformation of a mean square with expected value 1; NaN if it does not vary. */
function standardised(meanSquare: number, variance: number): number {
  if (!(variance > 0)) return Number.NaN;
  const q = Math.min(MOST_DEVIATION, Math.sqrt(variance));
  return (Math.cbrt(meanSquare) - 1) * (3 / q) + q / 3;
}
