/** Σ xy, in the order of the values. @param y of the length of x */
export function innerProduct(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}
