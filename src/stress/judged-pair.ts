import type { ScorePair } from './effect.ts';

/**
 * The scores of an answer and of that to the changed item, as means over the judges who graded both: a mild judge who graded only one of
 * them would look like an effect.
 * @param original,changed by judge; NaN of a judge who has not graded all of the answer
 * @returns null if no judge graded both
 */
export function judgedPair(
  original: readonly number[],
  changed: readonly number[],
): ScorePair | null {
  const sums = { original: 0, changed: 0 };
  let judges = 0;
  for (let judge = 0; judge < original.length; judge++) {
    if (Number.isNaN(original[judge] + changed[judge])) continue;
    sums.original += original[judge];
    sums.changed += changed[judge];
    judges++;
  }
  return judges === 0 ? null : { original: sums.original / judges, changed: sums.changed / judges };
}
