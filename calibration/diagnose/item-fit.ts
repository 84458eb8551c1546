import type { ItemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { pearson } from '../../src/statistics/pearson.ts';

/**
 * How well the answers to each item follow abilities. One entry per item; NaN if there are no answers, or some answer is partly
 * right.
 */
export interface ItemFit {
  /** Correlation of right answers with ability, in [−1, 1]; also NaN if all answers are equal. */
  readonly correlation: Float64Array;
  /** Mean square weighted by information: 1 where answers vary about the curve as they would by chance. */
  readonly infit: Float64Array;
  /** Infit as a standard normal deviate, about. NaN too if all variances are 1/4, since infit is then always 1. */
  readonly infitZ: Float64Array;
  /** Mean square, unweighted: a single surprising answer has a large effect. */
  readonly outfit: Float64Array;
}

/**
 * The point-biserial correlation of each item with ability, and its infit and outfit mean squares, with e = u − P and W = P(1 − P)
 * at the abilities of the examinees:
 *
 *     infit = Σ e² / Σ W,   outfit = (1/n) Σ e² / W.
 *
 * With answers that follow the curve, infit has the variance q² = Σ W(1 − 4W) / (Σ W)², so
 *
 *     infitZ = (infit^⅓ − 1) · 3/q + q/3
 *
 * is about standard normal (the transformation of Wilson and Hilferty). Of an item that nearly all have right, Σ W is small
 * and q large: its infit is far from 1 by chance.
 *
 * With a wrong key, strong examinees miss the item and weak ones do not: the correlation is low or negative, and mean squares
 * are above 1. This is not a statistical test: examinees are few and may share a model, and parameters were fitted to the same
 * answers, so the distribution of these values is unknown. A partly right answer always varies by less than W, so items with
 * such answers get NaN.
 * @param abilities one per examinee
 * @see Lord & Novick (1968), Statistical Theories of Mental Test Scores, chapter 15, for the correlation;
 *   Wright & Masters (1982), Rating Scale Analysis, chapter 5
 */
export function itemFit(
  { scores, items, examinees }: ResponseMatrix,
  { a, b, c, d }: ItemParameters,
  abilities: ArrayLike<number>,
): ItemFit {
  const width = items.length;
  const column = () => new Float64Array(width).fill(Number.NaN);
  const fit = { correlation: column(), infit: column(), infitZ: column(), outfit: column() };
  for (let j = 0; j < width; j++) {
    const sums = { n: 0, square: 0, chance: 0, standard: 0, spread: 0 };
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
      const w = p * (1 - p);
      if (!(w > 0)) continue;
      sums.n++;
      sums.square += (u - p) ** 2;
      sums.chance += w;
      sums.spread += w * (1 - 4 * w);
      sums.standard += (u - p) ** 2 / w;
    }
    if (sums.n === 0 || !isWhole) continue;
    fit.correlation[j] = pearson(answers, own) ?? Number.NaN;
    fit.infit[j] = sums.square / sums.chance;
    const q = Math.sqrt(Math.max(0, sums.spread)) / sums.chance;
    if (q > 0) fit.infitZ[j] = ((Math.cbrt(fit.infit[j]) - 1) * 3) / q + q / 3;
    fit.outfit[j] = sums.standard / sums.n;
  }
  return fit;
}
