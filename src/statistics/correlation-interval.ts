/** The coefficients that an interval is known for. */
export type CorrelationName = 'kendall' | 'spearman' | 'pearson';

/**
 * Variance of artanh of a coefficient from n pairs of a bivariate normal distribution: Pearson's 1/(n − 3), Spearman's
 * (1 + ρ²/2)/(n − 3), Kendall's .437/(n − 4).
 *
 * @see Fisher (1921), Metron 1, 3–32; Bonett & Wright (2000), Psychometrika 65, 23–28; Fieller, Hartley & Pearson (1957), Biometrika 44,
 *   470–481
 */
const VARIANCES: Readonly<Record<CorrelationName, (value: number, n: number) => number>> = {
  kendall: (_, n) => 0.437 / (n - 4),
  spearman: (value, n) => (1 + value ** 2 / 2) / (n - 3),
  pearson: (_, n) => 1 / (n - 3),
};

/**
 * Half the smallest step between values of a rank coefficient of n pairs without ties: one pair of ranks exchanged moves τ by
 * 4/(n(n − 1)), two neighbours exchanged move ρ by 12/(n(n² − 1)).
 */
const HALF_STEPS: Readonly<Record<CorrelationName, (n: number) => number>> = {
  kendall: (n) => 2 / (n * (n - 1)),
  spearman: (n) => 6 / (n * (n ** 2 - 1)),
  pearson: () => 0,
};

/** Sums of half steps are that exact. */
const ROUNDING = 1e-12;

/**
 * An interval of a correlation over pairs like the given ones: tanh(artanh(r) ± z · s). Null with fewer than five pairs. Rank
 * coefficients of few pairs have few values, and are often exactly 1: each end is taken half a step further out (the correction for continuity), so
 * that the interval of τ = 1 of six models begins at .72 (90%). Pearson's r of exactly ±1 shows no error: a point.
 *
 * @param value in [−1, 1]
 * @param z half-width in standard errors of the normal distribution
 */
export function correlationInterval(
  name: CorrelationName,
  value: number,
  n: number,
  z: number,
): { readonly low: number; readonly high: number } | null {
  if (n < 5) return null;
  const step = HALF_STEPS[name](n);
  const end = (from: number, sign: -1 | 1) => {
    if (Math.abs(from) > 1 - ROUNDING) return Math.sign(from);
    return Math.tanh(Math.atanh(from) + sign * z * Math.sqrt(VARIANCES[name](from, n)));
  };
  return { low: end(value - step, -1), high: end(value + step, 1) };
}
