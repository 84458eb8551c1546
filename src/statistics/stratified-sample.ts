/** A part of a finite population, and the answers of those that were drawn from it at random. */
export interface SampledStratum {
  /** Share of the score; those of all strata add up to 1. */
  readonly weight: number;
  readonly size: number;
  readonly drawn: number;
  /** Σ u and Σ u² of the scores drawn, each in [0, 1]. */
  readonly sum: number;
  readonly squares: number;
}

/** Smoothing of a stratum's share right towards a common one, in answers. */
const PRIOR_ANSWERS = 2;
/** Fractional scores vary at least by this share of what right and wrong answers do. */
const LEAST_DISPERSION = 0.05;

/** The weighted mean of the strata's means; strata without drawn answers get the mean of the others. NaN without any. */
export function stratifiedMean(strata: readonly SampledStratum[]): number {
  let known = 0;
  let total = 0;
  for (const { weight, drawn, sum } of strata)
    if (drawn > 0) {
      known += weight;
      total += (weight * sum) / drawn;
    }
  return total / known;
}

/**
 * The sampling variance of that mean, Σ W² (1 − n/N) p(1 − p)/n, with each p smoothed towards a common one. Fractional scores
 * vary less than right and wrong answers of the same means: by one factor for all strata.
 *
 * @param towards in [0, 1]
 * @param population `unlimited`: without 1 − n/N, for the mean over items like these
 * @see Cochran (1977), Sampling Techniques, ch. 2 and 5
 */
export function stratifiedVariance(
  strata: readonly SampledStratum[],
  towards: number,
  population: 'finite' | 'unlimited' = 'finite',
): number {
  let known = 0;
  for (const { weight, drawn } of strata) if (drawn > 0) known += weight;
  let variance = 0;
  let fractions = 0;
  let binary = 0;
  for (const { weight, size, drawn, sum, squares } of strata) {
    if (drawn === 0) continue;
    const p = (sum + PRIOR_ANSWERS * towards) / (drawn + PRIOR_ANSWERS);
    const left = size > 1 ? (size - drawn) / (size - 1) : 0;
    const open = population === 'unlimited' ? 1 : left;
    variance += ((weight / known) ** 2 * open * p * (1 - p)) / drawn;
    fractions += sum - squares;
    binary += drawn * p * (1 - p);
  }
  return binary > 0 ? variance * Math.max(LEAST_DISPERSION, 1 - fractions / binary) : variance;
}
