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
 * An interval of a correlation over pairs like the given ones: tanh(artanh(r) ± z · s). Null with fewer than five pairs. At ±1 it is a
 * point: such pairs show no error.
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
  if (Math.abs(value) === 1) return { low: value, high: value };
  const half = z * Math.sqrt(VARIANCES[name](value, n));
  const centre = Math.atanh(value);
  return { low: Math.tanh(centre - half), high: Math.tanh(centre + half) };
}
