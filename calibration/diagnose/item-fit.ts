import { normalTail } from '../../src/irt/normal.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';

/** How well the answers to each item follow the calibration. One entry an item; NaN where nobody answered. */
export interface ItemFit {
  /** Mean squares, 1 where answers vary as expected: weighted by information, and unweighted. */
  readonly infit: Float64Array;
  readonly outfit: Float64Array;
  /** Standard errors of the mean squares about 1, where the calibration is right. */
  readonly infitSe: Float64Array;
  readonly outfitSe: Float64Array;
  /** The infit as a deviate that is about N(0, 1) where the calibration is right. */
  readonly t: Float64Array;
}

/**
 * Infit and outfit mean squares of items, with W = P(1 − P) and e = u − P at the abilities of the examinees:
 *
 *     infit = Σ e² / Σ W,   Var = D Σ W (1 − 4 W) / (Σ W)²;   outfit = (1/n) Σ e² / W,   Var = D Σ (1/W − 4) / n²,
 *
 * D the design effect of the item: of examinees that err together mean squares vary the more. The deviate is the cube root of Wilson
 * & Hilferty, t = (infit^⅓ − 1) 3/q + q/3, q² = Var. Above 1 right and wrong answers are strangely distributed (a wrong key, a question of
 * something else); below 1 the item separates better than expected. Answers the parameters were fitted to fit a little better.
 * @see Wright & Masters (1982), Rating Scale Analysis, chapter 5
 */
export function itemFit(
  { scores, items, examinees }: ResponseMatrix,
  { a, b, c, d }: ItemParameters,
  abilities: ArrayLike<number>,
  designEffect: ArrayLike<number>,
): ItemFit {
  const width = items.length;
  const column = () => new Float64Array(width).fill(Number.NaN);
  const fit = {
    infit: column(),
    outfit: column(),
    infitSe: column(),
    outfitSe: column(),
    t: column(),
  };
  for (let j = 0; j < width; j++) {
    const sums = { n: 0, square: 0, chance: 0, spread: 0, standard: 0, inverse: 0 };
    for (let i = 0; i < examinees.length; i++) {
      const u = scores[i * width + j];
      const p = probability(abilities[i], a[j], b[j], c[j], d[j]);
      const w = p * (1 - p);
      if (Number.isNaN(u) || !(w > 0)) continue;
      sums.n++;
      sums.square += (u - p) ** 2;
      sums.chance += w;
      // Fourth moments: negative only by rounding.
      sums.spread += Math.max(0, w * (1 - 4 * w));
      sums.standard += (u - p) ** 2 / w;
      sums.inverse += Math.max(0, 1 / w - 4);
    }
    if (sums.n === 0) continue;
    const q = Math.sqrt(designEffect[j] * sums.spread) / sums.chance;
    fit.infit[j] = sums.square / sums.chance;
    fit.outfit[j] = sums.standard / sums.n;
    fit.infitSe[j] = q;
    fit.outfitSe[j] = Math.sqrt(designEffect[j] * sums.inverse) / sums.n;
    fit.t[j] = q > 0 ? (Math.cbrt(fit.infit[j]) - 1) * (3 / q) + q / 3 : 0;
  }
  return fit;
}

/** Which items misfit by more than chance. */
export interface ItemFitSummary {
  /** Items with an answer. */
  readonly items: number;
  /** Beyond ±1.96, and how many would be by chance. */
  readonly beyond: number;
  readonly byChance: number;
  /** Positions of those whose misfit cannot be chance, at most FALSE_SHARE of them falsely; worst first. */
  readonly misfits: readonly number[];
  /** Positions of those that fit worst, above 1. */
  readonly worst: readonly number[];
  /** The typical standard error of an infit: how much of a misfit could be seen. */
  readonly medianSe: number | null;
}

const LIMIT = 1.96;
const BY_CHANCE = 0.05;
const FALSE_SHARE = 0.05;

/**
 * @param most worst items at most
 * @see Benjamini & Hochberg (1995), Journal of the Royal Statistical Society B 57, 289–300
 */
export function summariseItemFit({ t, infit, infitSe }: ItemFit, most: number): ItemFitSummary {
  const known = Array.from(t.keys()).filter((j) => !Number.isNaN(t[j]));
  const size = (j: number) => Math.abs(t[j]);
  const byMisfit = known.toSorted((j, k) => size(k) - size(j) || j - k);
  let misfits = 0;
  byMisfit.forEach((j, k) => {
    if (2 * normalTail(size(j)) <= (FALSE_SHARE * (k + 1)) / known.length) misfits = k + 1;
  });
  const ses = known.map((j) => infitSe[j]).sort((x, y) => x - y);
  return {
    items: known.length,
    beyond: known.filter((j) => size(j) > LIMIT).length,
    byChance: BY_CHANCE * known.length,
    misfits: byMisfit.slice(0, misfits),
    worst: known
      .filter((j) => infit[j] > 1)
      .sort((j, k) => t[k] - t[j] || j - k)
      .slice(0, most),
    medianSe: ses[ses.length >> 1] ?? null,
  };
}
