/**
 * The arithmetic mean: the plain sum from the first value to the last, over their number. NaN of no values.
 *
 * Not compensated for rounding, as a library's would be: scores, standard errors and reports of this package are pinned to this
 * order of summation.
 */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
