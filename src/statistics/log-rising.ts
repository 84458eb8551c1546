/**
 * log α(α + 1)…(α + n − 1) = log Γ(α + n) − log Γ(α) for n = 0 … most: the terms of Dirichlet–multinomial probabilities.
 * @param start α > 0
 */
export function logRising(start: number, most: number): Float64Array {
  const table = new Float64Array(most + 1);
  for (let n = 0; n < most; n++) table[n + 1] = table[n] + Math.log(start + n);
  return table;
}
