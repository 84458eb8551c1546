/** How F1 of single labels becomes one number. */
export type F1Average = 'micro' | 'macro' | 'weighted';

/**
 * F1 over labels, in [0, 1], of counts by label. F1 of a label is 2t/(a + r), with t answers that name it rightly, a that name
 * it, and r references that have it; 0 if t is 0.
 *
 * - `micro`: of the counts of all labels together
 * - `macro`: the mean over labels that an answer or a reference has
 * - `weighted`: the mean weighted by r
 *
 * Answers with one label each and references with one label each: `micro` is the accuracy. Nothing named and
 * nothing wanted: 0, as scikit-learn's `zero_division=0`.
 *
 * @param counts t, a and r of each label in turn
 * @see Sokolova & Lapalme (2009), Information Processing & Management 45, 427–437
 */
export function f1Average(counts: ArrayLike<number>, average: F1Average): number {
  let sum = 0;
  let weights = 0;
  let [right, named] = [0, 0];
  for (let k = 0; k < counts.length; k += 3) {
    const [t, a, r] = [counts[k], counts[k + 1], counts[k + 2]];
    if (average === 'micro') {
      right += t;
      named += a + r;
      continue;
    }
    if (a + r === 0) continue;
    const weight = average === 'macro' ? 1 : r;
    weights += weight;
    sum += (weight * 2 * t) / (a + r);
  }
  if (average === 'micro') return named > 0 ? (2 * right) / named : 0;
  return weights > 0 ? sum / weights : 0;
}
