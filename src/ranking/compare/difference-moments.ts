/** Least variance of a difference: no answer is certain. */
const LEAST = 1e-3;

/** What is expected of the difference of two examinees' answers to an item. */
export interface DifferenceMoments {
  mean: number;
  variance: number;
}

/**
 * Mean and variance of x_B − x_A for one item, given the expected answers and the correlation ρ of the two answers beyond them.
 *
 * - Neither is known: mean p_B − p_A, variance p_A q_A + p_B q_B − 2ρ√(p_A q_A p_B q_B). With p_A = p_B this is 2pq(1 − ρ), the
 *   probability that the two disagree.
 * - One is known, say a: the other is expected at p_B + ρ√(p_B q_B / p_A q_A) (a − p_A), the regression of two correlated
 *   answers, within [0, 1]; the variance is p(1 − p) of that.
 * - Both are known: the difference, variance 0.
 *
 * @param pA,pB within (0, 1)
 * @param a,b the known answers in [0, 1]; NaN if not known
 * @param to where the result goes
 * @see Lord & Novick (1968), Statistical Theories of Mental Test Scores, 2.6 (differences of correlated variables)
 */
export function differenceMoments(
  pA: number,
  pB: number,
  rho: number,
  a: number,
  b: number,
  to: DifferenceMoments,
): void {
  const knowsA = !Number.isNaN(a);
  const knowsB = !Number.isNaN(b);
  if (knowsA && knowsB) {
    to.mean = b - a;
    to.variance = 0;
    return;
  }
  const varianceA = pA * (1 - pA);
  const varianceB = pB * (1 - pB);
  if (knowsA || knowsB) {
    const own = knowsA ? a : b;
    const [p, variance] = knowsA ? [pA, varianceA] : [pB, varianceB];
    const [other, otherVariance] = knowsA ? [pB, varianceB] : [pA, varianceA];
    const raw = other + rho * Math.sqrt(otherVariance / variance) * (own - p);
    const expected = Math.min(1 - LEAST, Math.max(LEAST, raw));
    to.mean = knowsA ? expected - own : own - expected;
    to.variance = Math.max(LEAST, expected * (1 - expected));
    return;
  }
  to.mean = pB - pA;
  const spread = Math.sqrt(varianceA * varianceB);
  to.variance = Math.max(LEAST, varianceA + varianceB - 2 * rho * spread);
}
