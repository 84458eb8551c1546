import { normalQuantile } from './normal-quantile.ts';
import { normalTail } from './normal-tail.ts';

/**
 * The part of an error probability α that a test may have spent when a share t of its observations is there: of the kind of O'Brien and
 * Fleming, 2(1 − Φ(z_{α/2} / √t)), which spends little early and all of it at t = 1. A look then tests at what is new since the look
 * before. By Bonferroni's inequality the looks together err with a probability of at most α, whatever their correlation.
 *
 * @param alpha in (0, 1)
 * @param share in [0, 1], fixed beforehand or at least independent of the results
 * @see Lan & DeMets (1983), Discrete sequential boundaries for clinical trials, Biometrika 70, 659–663
 */
export function spentAlpha(alpha: number, share: number): number {
  if (share <= 0) return 0;
  return Math.min(alpha, 2 * normalTail(normalQuantile(alpha / 2) / Math.sqrt(share)));
}
