import type { Interval } from '../percentile-interval.ts';
import { disagreementEnds } from './disagreement-ends.ts';

/** Units with rare labels that are too few to show how far raters agree on these. */
const FEW_RARE = 2;

/**
 * A 90% interval of Krippendorff's nominal α, by the infinitesimal jackknife over units, with the error √Σ Uᵤ² (`disagreementEnds`). Uᵤ is the derivative of α by the weight
 * of a unit, less its mean. With fᵤ the pairs of different labels of a unit of mᵤ labels over mᵤ − 1, O = Σ fᵤ, nₖ the labels of a kind, N = Σ nₖ and
 * E = (N² − Σ nₖ²)/2:
 *
 *     α = 1 − (N − 1) O/E
 *     ∂α/∂wᵤ = −(mᵤ O + (N − 1) fᵤ)/E + (N − 1) O (N mᵤ − Σ nₖ nᵤₖ)/E²
 *
 * If labels other than the most frequent one occur in at most two units, the upper end is that with one more unit to which all raters give the rarest
 * label: such a unit is often only missed, and a few stray labels of single raters would show little agreement with too small an error. Units with
 * fewer than two labels are left out. Null with fewer than three units, and where α is not defined. Time O(n) in the labels.
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
  const own = alphaEnds(grades, raters, labels);
  const rarest = fewRareLabels(grades, raters, labels);
  if (own.high === null || rarest === null) return own;
  const more = new Float64Array(grades.length + raters).fill(rarest);
  more.set(grades);
  return { low: own.low, high: Math.max(own.high, alphaEnds(more, raters, labels).high ?? 1) };
}

/** The rarest label, if labels other than the most frequent one occur in at most FEW_RARE units; else null. */
function fewRareLabels(grades: ArrayLike<number>, raters: number, labels: number): number | null {
  const counts = new Float64Array(labels);
  const units: number[][] = [];
  for (let from = 0; from < grades.length; from += raters) {
    const unit = Array.from({ length: raters }, (_, r) => grades[from + r]).filter(
      (grade) => !Number.isNaN(grade),
    );
    if (unit.length < 2) continue;
    units.push(unit);
    for (const grade of unit) counts[grade]++;
  }
  const usual = counts.indexOf(Math.max(...counts));
  if (units.filter((unit) => unit.some((grade) => grade !== usual)).length > FEW_RARE) return null;
  return counts.reduce((least, n, k) => (n > 0 && n < counts[least] ? k : least), usual);
}

function alphaEnds(grades: ArrayLike<number>, raters: number, labels: number): Interval {
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
  if (units.length < 3 || expected === 0) return { low: null, high: null };
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
  // Few units fit their own shares, as in `kappaInterval`.
  const few = units.length / (units.length - 2);
  const error = Math.sqrt(few * Math.max(0, variance));
  const chance = (2 * expected) / (all * (all - 1));
  return disagreementEnds(1 - (2 * observed) / all / chance, chance, error, units.length, {
    rows: all,
    isSingle: units.filter(({ different }) => different > 0).length === 1,
  });
}
