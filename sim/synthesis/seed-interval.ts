/** A mean over seeds with its 95% interval; the ends are null with fewer than three values. */
export interface SeedInterval {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  /** How many seeds gave a value. */
  readonly count: number;
}

/** The 97.5% point of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * Mean ± t s/√n over seeds, which are independent. Values that are null are left out and not counted.
 *
 * The 97.5% point of Student's t with ν = n − 1 > 2 is by the expansion of Fisher & Cornish (1960), Technometrics 2, 209–225,
 * to ν⁻⁴: at ν = 3 it gives 3.179 for 3.182, from ν = 5 on it is right to 0.001; at ν = 2 it is (2p − 1) √(2 / (4p(1 − p))).
 */
export function seedInterval(values: readonly (number | null)[]): SeedInterval {
  const known = values.filter((value) => value !== null);
  const n = known.length;
  const mean = known.reduce((sum, v) => sum + v, 0) / n;
  if (n < 3) return { mean, low: null, high: null, count: n };
  const squares = known.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  const half = studentPoint(n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { mean, low: mean - half, high: mean + half, count: n };
}

/** The 97.5% point of Student's t with ν degrees of freedom. */
export function studentPoint(v: number): number {
  if (v === 2) return 0.95 * Math.sqrt(2 / 0.0975);
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ];
  return terms.reduce((sum, term, k) => sum + term / v ** (k + 1), Z);
}
