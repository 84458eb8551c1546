/** Slopes and intercepts of the nominal model, each with sum 0 (Bock 1972). */
export interface NominalParameters {
  readonly slopes: readonly number[];
  readonly intercepts: readonly number[];
}

/**
 * The same item as mirt writes it: P_k ∝ exp(a s_k θ + d_k) with s_0 = 0, s_{K−1} = K − 1 and d_0 = 0.
 * @see Thissen, Cai & Bock (2010) in Nering & Ostini, Handbook of Polytomous Item Response Theory Models
 */
export interface ScoringParameters {
  readonly a: number;
  /** ak0 … of mirt. */
  readonly scoring: readonly number[];
  /** d0 … of mirt. */
  readonly intercepts: readonly number[];
}

/** From mirt's `a1`, `ak…` and `d…`: slope_k = a s_k and intercept_k = d_k, less their means. */
export function nominalOf({ a, scoring, intercepts }: ScoringParameters): NominalParameters {
  return { slopes: centred(scoring.map((s) => a * s)), intercepts: centred(intercepts) };
}

/**
 * To mirt's form: a = (slope_{K−1} − slope_0)/(K − 1), s_k = (slope_k − slope_0)/a, d_k = intercept_k − intercept_0.
 * @returns null if the first and the last slope are equal, where mirt's form does not exist
 */
export function scoringOf({ slopes, intercepts }: NominalParameters): ScoringParameters | null {
  const last = slopes.length - 1;
  const a = (slopes[last] - slopes[0]) / last;
  if (a === 0) return null;
  const scoring = slopes.map((slope, k) => (k % last === 0 ? k : (slope - slopes[0]) / a));
  return { a, scoring, intercepts: intercepts.map((value) => value - intercepts[0]) };
}

/** Less their mean. */
export function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
