/**
 * McNemar's exact test: whether of the items that just one of two examinees has right, one of them has more than chance
 * gives. Under the null hypothesis each of these n items falls to either with probability ½, so that
 * p = min(1, 2 P(B ≤ min(onlyA, onlyB))) with B binomial(n, ½). Summed from the larger terms on in logarithms.
 *
 * @param onlyA items that only the first has right, a whole number ≥ 0
 * @returns null if no item tells them apart
 * @see McNemar (1947), Psychometrika 12, 153–157; the exact form: Agresti (2013), Categorical Data Analysis, 11.1
 */
export function mcnemarExact(onlyA: number, onlyB: number): number | null {
  const n = onlyA + onlyB;
  if (n === 0) return null;
  const least = Math.min(onlyA, onlyB);
  // log of the probability of `least`, then each term below it from the one above.
  let logTerm = -n * Math.LN2;
  for (let k = 1; k <= least; k++) logTerm += Math.log((n - k + 1) / k);
  let relative = 1;
  let sum = 1;
  for (let k = least; k > 0 && relative > 1e-17 * sum; k--) {
    relative *= k / (n - k + 1);
    sum += relative;
  }
  return Math.min(1, 2 * Math.exp(logTerm) * sum);
}
