import { NORMAL_90 } from '../normal-points.ts';
import type { Interval } from '../percentile-interval.ts';
import { normalInterval } from './normal-interval.ts';

const Z2 = NORMAL_90 ** 2;

/**
 * A 90% interval of Krippendorff's nominal α, by the infinitesimal jackknife over units: α ± z √Σ Uᵤ². Uᵤ is the derivative of α by the weight
 * of a unit, less its mean. With fᵤ the pairs of different labels of a unit of mᵤ labels over mᵤ − 1, O = Σ fᵤ, nₖ the labels of a kind, N = Σ nₖ and
 * E = (N² − Σ nₖ²)/2:
 *
 *     α = 1 − (N − 1) O/E
 *     ∂α/∂wᵤ = −(mᵤ O + (N − 1) fᵤ)/E + (N − 1) O (N mᵤ − Σ nₖ nᵤₖ)/E²
 *
 * If all units agree, the slopes tell nothing: then the lower end has Wilson's upper end of the share of units that differ, z²/(n + z²), in place of
 * the observed disagreement. Units with fewer than two labels are left out. Null with fewer than two units, and where α is not defined. Time O(n) in the labels.
 *
 * @param grades rows of `raters`: codes of labels from 0; NaN where one is missing
 * @param labels number of labels
 * @see Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans, chapter 6; `krippendorffAlpha`
 */
export function nominalAlphaInterval(
  grades: ArrayLike<number>,
  raters: number,
  labels: number,
): Interval {
  const units: { readonly size: number; readonly different: number; readonly from: number }[] = [];
  const counts = new Float64Array(labels);
  let all = 0;
  let observed = 0;
  for (let from = 0; from < grades.length; from += raters) {
    let size = 0;
    let pairs = 0;
    for (let r = from; r < from + raters; r++) {
      if (Number.isNaN(grades[r])) continue;
      size++;
      for (let s = from; s < r; s++)
        if (!Number.isNaN(grades[s]) && grades[s] !== grades[r]) pairs++;
    }
    if (size < 2) continue;
    const different = pairs / (size - 1);
    units.push({ size, different, from });
    observed += different;
    all += size;
    for (let r = from; r < from + raters; r++) if (!Number.isNaN(grades[r])) counts[grades[r]]++;
  }
  const expected = (all ** 2 - counts.reduce((sum, count) => sum + count ** 2, 0)) / 2;
  if (units.length < 2 || expected === 0) return { low: null, high: null };
  if (observed === 0) {
    const chance = (2 * expected) / (all * (all - 1));
    return { low: Math.max(-1, 1 - Z2 / (units.length + Z2) / chance), high: 1 };
  }
  let sum = 0;
  let squares = 0;
  for (const { size, different, from } of units) {
    let own = 0;
    for (let r = from; r < from + raters; r++)
      if (!Number.isNaN(grades[r])) own += counts[grades[r]];
    const slope =
      ((all - 1) * observed * (all * size - own)) / expected ** 2 -
      (size * observed + (all - 1) * different) / expected;
    sum += slope;
    squares += slope ** 2;
  }
  const variance = squares - sum ** 2 / units.length;
  const value = 1 - ((all - 1) * observed) / expected;
  return normalInterval(value, NORMAL_90 * Math.sqrt(Math.max(0, variance)));
}
