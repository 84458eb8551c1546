import { quantile } from '../../../src/statistics/quantile.ts';
import type { Simulated } from './bank-diagnosis.ts';

/** The chance of a false alarm. */
const LEVEL = 0.05;

/** A value beside those of simulated answers; unordered. */
export function againstChance(observed: number, simulated: readonly number[]): Simulated {
  const draws = simulated.length;
  if (draws === 0) return { observed, simulated: null, p: null };
  const sorted = simulated.toSorted((one, two) => one - two);
  const atLeast = sorted.filter((value) => value >= observed).length;
  return {
    observed,
    simulated: [quantile(sorted, LEVEL), quantile(sorted, 0.5), quantile(sorted, 1 - LEVEL)],
    p: (1 + atLeast) / (1 + draws),
  };
}

/**
 * The largest-but-k simulated value that an observed one exceeds with a probability of at most 5% if both come from the same
 * distribution, k = ⌊0.05 (draws + 1)⌋; null with fewer than 19.
 *
 * @see Dwass (1957), Annals of Mathematical Statistics 28, 181–187
 */
export function chanceThreshold(simulated: readonly number[]): number | null {
  const k = Math.floor(LEVEL * (simulated.length + 1) + 1e-9);
  if (k < 1) return null;
  return simulated.toSorted((one, two) => two - one)[k - 1];
}
