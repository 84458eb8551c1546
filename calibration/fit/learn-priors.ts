import type { ItemPriors, ItemState } from './item-step.ts';
import type { Workspace } from './marginal/workspace.ts';

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

/**
 * The same for a marginal fit with a lognormal prior of a and a normal one of δ.
 * @param sdLogA a spread of log a to keep, in place of learning it
 * @returns the largest change of a mean or a spread
 */
export function learnWorkspacePriors(
  { size, from, variances, priors }: Workspace,
  sdLogA?: number,
): number {
  const all = size.items;
  const part = (k: number, of: Float64Array) => of.subarray(k * all, (k + 1) * all);
  const logA = meanAndSd(part(0, from), part(0, variances));
  const delta = meanAndSd(part(1, from), part(1, variances));
  const sd = sdLogA ?? logA.sd;
  const values = [logA.mean + sd * sd, sd, delta.mean, delta.sd];
  const moved = values.map((value, k) => Math.abs(value - priors[k * all]));
  // A lognormal density of a carries a Jacobian: its mode in log a lies sd² below the mean.
  values.forEach((value, k) => {
    priors.fill(value, k * all, (k + 1) * all);
  });
  return Math.max(...moved);
}

function meanAndSd(modes: Float64Array, variances: Float64Array): { mean: number; sd: number } {
  const n = modes.length;
  let mean = 0;
  for (let j = 0; j < n; j++) mean += modes[j] / n;
  let spread = 0;
  for (let j = 0; j < n; j++) spread += ((modes[j] - mean) ** 2 + variances[j]) / n;
  return { mean, sd: Math.max(SMALLEST_SD, Math.sqrt(spread)) };
}
