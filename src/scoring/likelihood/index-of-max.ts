/**
 * The position of the greatest of `values`: the first of several equal ones, and the first NaN where there is one, as numpy's
 * argmax has it.
 * @throws RangeError for no values
 */
export function indexOfMax(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values');
  let best = 0;
  for (let k = 0; k < values.length; k++) {
    if (Number.isNaN(values[k])) return k;
    if (values[k] > values[best]) best = k;
  }
  return best;
}
