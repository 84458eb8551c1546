import type { ItemPriors, ItemState } from './item-step.ts';

/** Spreads do not go below this: a prior with none would tie all items together for good. */
const SMALLEST_SD = 0.05;

/**
 * Empirical Bayes: the priors' means and spreads of log a and δ from the items' posterior modes and variances.
 * The variances are added, σ² ← mean[(mode − μ)² + Var]: from modes alone the spread collapses to 0.
 *
 * @see Mislevy (1986), Psychometrika 51, 177–195
 */
export function learnPriors(items: ItemState, priors: ItemPriors): void {
  const logA = meanAndSd(items.logA, items.varLogA);
  const delta = meanAndSd(items.delta, items.varDelta);
  priors.meanLogA = logA.mean;
  priors.sdLogA = logA.sd;
  priors.meanDelta = delta.mean;
  priors.sdDelta = delta.sd;
}

function meanAndSd(modes: Float64Array, variances: Float64Array): { mean: number; sd: number } {
  const n = modes.length;
  let mean = 0;
  for (let j = 0; j < n; j++) mean += modes[j] / n;
  let spread = 0;
  for (let j = 0; j < n; j++) spread += ((modes[j] - mean) ** 2 + variances[j]) / n;
  return { mean, sd: Math.max(SMALLEST_SD, Math.sqrt(spread)) };
}
