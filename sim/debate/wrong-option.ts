/**
 * The wrong option that a model chooses: the most tempting one if u < `shared`; else one drawn with probabilities proportional
 * to the plausibilities. `u` is uniform in [0, 1); its remainder after the first decision determines the second.
 *
 * @param weights plausibility of each option, ≥ 0; that of the key does not count. All 0: every wrong option equally likely
 */
export function wrongOption(
  u: number,
  key: number,
  weights: ArrayLike<number>,
  tempting: number,
  shared: number,
): number {
  if (u < shared) return tempting;
  let sum = 0;
  for (let k = 0; k < weights.length; k++) if (k !== key) sum += weights[k];
  const isEven = sum === 0;
  let left = ((u - shared) / (1 - shared)) * (isEven ? weights.length - 1 : sum);
  let last = -1;
  for (let k = 0; k < weights.length; k++) {
    const weight = isEven ? 1 : weights[k];
    if (k === key || weight === 0) continue;
    last = k;
    left -= weight;
    if (left < 0) return k;
  }
  // Rounding may leave a little.
  return last;
}

/** The most tempting wrong option; the first among equals. */
export function mostTempting(key: number, temptations: ArrayLike<number>): number {
  let best = key === 0 ? 1 : 0;
  for (let k = 0; k < temptations.length; k++)
    if (k !== key && temptations[k] > temptations[best]) best = k;
  return best;
}
