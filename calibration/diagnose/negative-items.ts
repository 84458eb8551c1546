import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import type { ItemRest } from '../fit/item-rest-correlation.ts';

/** With fewer answers, Fisher's z has no variance. */
const FEWEST = 4;
/** atanh(±1) is infinite. */
const MOST = 1 - 1e-12;

/**
 * Which items work backwards, by their item-rest correlations. Fisher's z_j = atanh r_j varies about its true value with
 * variance v_j = 1/(n_j − 3). Item j is negative if one of these holds:
 *
 * - it is below 0 with one-sided 95% confidence by itself: z_j < −1.645 √v_j;
 * - it is more likely negative than positive given all items: the true values are assumed normal with mean μ > 0 and with the
 *   variance τ² that chance does not explain (method of moments), and the posterior mean (μ/τ² + z_j/v_j) / (1/τ² + 1/v_j) is
 *   below 0.
 *
 * With hundreds of examinees, the second rule is r_j < 0. With a dozen, one good item in eight has r_j < 0 by chance, and the
 * first rule decides.
 * @returns one entry per item: 1 if it is negative
 * @see Fisher (1921), Metron 1, 3–32; Efron & Morris (1975), JASA 70, 311–319; DerSimonian & Laird (1986), Controlled Clinical
 *   Trials 7, 177–188, for τ²
 */
export function negativeItems({ correlation, examinees }: ItemRest): Uint8Array {
  const isNegative = new Uint8Array(correlation.length);
  const known: { j: number; z: number; v: number }[] = [];
  correlation.forEach((r, j) => {
    if (Number.isNaN(r) || examinees[j] < FEWEST) return;
    known.push({
      j,
      z: Math.atanh(Math.max(-MOST, Math.min(MOST, r))),
      v: 1 / (examinees[j] - 3),
    });
  });
  const { mean, variance } = trueSpread(known);
  for (const { j, z, v } of known) {
    const isByItself = z < -NORMAL_90 * Math.sqrt(v);
    const isAmongAll = mean > 0 && variance * z + v * mean < 0;
    if (isByItself || isAmongAll) isNegative[j] = 1;
  }
  return isNegative;
}

/** Mean and variance of the true values, weighted by the precision of each; the variance is at least 0. */
function trueSpread(known: readonly { readonly z: number; readonly v: number }[]) {
  let [weights, squares, sum] = [0, 0, 0];
  for (const { z, v } of known) {
    weights += 1 / v;
    squares += 1 / (v * v);
    sum += z / v;
  }
  if (known.length < 2) return { mean: 0, variance: 0 };
  const mean = sum / weights;
  let about = 0;
  for (const { z, v } of known) about += (z - mean) ** 2 / v;
  const variance = (about - (known.length - 1)) / (weights - squares / weights);
  return { mean, variance: Math.max(0, variance) };
}
