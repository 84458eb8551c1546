import { jackknifeError } from '../../src/statistics/jackknife-error.ts';

/** Residuals of one item: u − P and √(P(1 − P)) by examinee; both 0 for no answer. */
export interface ItemResiduals {
  readonly residual: Float64Array;
  readonly spread: Float64Array;
}

/** How the answers to two items depend on each other beyond ability. */
export interface PairDependence {
  /** Q3 of Yen (1984): Σ e e′ / √(Σ e² Σ e′²) over the examinees who answered both; NaN if a sum is 0. */
  readonly correlation: number;
  /** Its distance from the mean of independent pairs, in their standard deviations. */
  readonly z: number;
}

/** The common dependence of pairs of items. */
export interface TestletEffect {
  /** Variance of an effect that the items of a group share, in squared logits. */
  readonly variance: number;
  /** By leaving out one examinee at a time; NaN below three. */
  readonly error: number;
}

/** Pairs that are assumed independent: their mean is below 0, because curves were fitted to the same answers. */
const FEWEST_PAIRS = 20;

/**
 * Dependence of each pair, measured against pairs that are independent.
 * @param independent pairs of items with nothing in common
 * @see Yen (1984), Applied Psychological Measurement 8, 125–145; Christensen, Makransky & Horton (2017), Applied Psychological
 *   Measurement 41, 178–194, for comparing Q3 with its mean
 */
export function pairDependence(
  residuals: readonly ItemResiduals[],
  pairs: readonly (readonly [number, number])[],
  independent: readonly (readonly [number, number])[],
): PairDependence[] {
  const usual = independent
    .map(([j, k]) => residualCorrelation(residuals[j], residuals[k]))
    .filter((value) => Number.isFinite(value));
  if (usual.length < FEWEST_PAIRS)
    return pairs.map(() => ({ correlation: Number.NaN, z: Number.NaN }));
  const centre = usual.reduce((sum, value) => sum + value, 0) / usual.length;
  const sd = Math.sqrt(
    usual.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (usual.length - 1),
  );
  return pairs.map(([j, k]) => {
    const correlation = residualCorrelation(residuals[j], residuals[k]);
    return { correlation, z: sd > 0 ? (correlation - centre) / sd : Number.NaN };
  });
}

function residualCorrelation(one: ItemResiduals, two: ItemResiduals): number {
  let [product, first, second] = [0, 0, 0];
  for (let m = 0; m < one.residual.length; m++) {
    if (one.spread[m] === 0 || two.spread[m] === 0) continue;
    product += one.residual[m] * two.residual[m];
    first += one.residual[m] ** 2;
    second += two.residual[m] ** 2;
  }
  return first > 0 && second > 0 ? product / Math.sqrt(first * second) : Number.NaN;
}

/**
 * The variance of an effect γ ~ N(0, σ²) of examinee and group that is added to the logits of all items of a group, by least
 * squares on the products of residuals: to first order E[e e′] = σ² W W′ with W = P(1 − P), so
 *
 *     σ² = Σ e e′ W W′ / Σ (W W′)²
 *
 * over pairs and examinees, less the same of independent pairs. It can be below 0 by chance.
 * @see Bradlow, Wainer & Wang (1999), Psychometrika 64, 153–168, for the effect
 */
export function testletEffect(
  residuals: readonly ItemResiduals[],
  pairs: readonly (readonly [number, number])[],
  independent: readonly (readonly [number, number])[],
): TestletEffect {
  const own = byExaminee(residuals, pairs);
  const usual = byExaminee(residuals, independent);
  const n = own.top.length;
  const without = (left: number) => ratioWithout(own, left) - ratioWithout(usual, left);
  return {
    variance: without(-1),
    error: n < 3 ? Number.NaN : jackknifeError(Array.from({ length: n }, (_, m) => without(m))),
  };
}

function byExaminee(
  residuals: readonly ItemResiduals[],
  pairs: readonly (readonly [number, number])[],
) {
  const n = residuals[0]?.residual.length ?? 0;
  const [top, bottom] = [new Float64Array(n), new Float64Array(n)];
  for (const [j, k] of pairs)
    for (let m = 0; m < n; m++) {
      const both = (residuals[j].spread[m] * residuals[k].spread[m]) ** 2;
      top[m] += residuals[j].residual[m] * residuals[k].residual[m] * both;
      bottom[m] += both * both;
    }
  return { top, bottom };
}

function ratioWithout({ top, bottom }: ReturnType<typeof byExaminee>, left: number): number {
  let [above, below] = [0, 0];
  for (let m = 0; m < top.length; m++) {
    if (m === left) continue;
    above += top[m];
    below += bottom[m];
  }
  return below > 0 ? above / below : 0;
}
