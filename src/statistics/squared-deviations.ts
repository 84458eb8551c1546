/** Σ (x − centre)², in the order of the values; the centre is their mean in a variance. 0 of no values. */
export function squaredDeviations(values: ArrayLike<number>, centre: number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - centre) ** 2;
  return sum;
}
