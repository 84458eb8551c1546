/**
 * log P(θ), the log-probability of a right answer. Exact to rounding also where P underflows: with c = 0 it is
 * log d − log(1 + e^(−z)), which stays finite for every finite θ.
 */
export function logProbability(theta: number, a: number, b: number, c: number, d: number): number {
  const z = a * (theta - b);
  const t = Math.exp(-Math.abs(z));
  if (c === 0) return Math.log(d) - Math.log1p(t) + Math.min(z, 0);
  return Math.log(c + ((d - c) * (z >= 0 ? 1 : t)) / (1 + t));
}

/**
 * log(1 − P(θ)), the log-probability of a wrong answer. With d = 1 it is log(1 − c) − log(1 + e^z), so that rounding 1 − P to 0
 * does not affect it.
 */
export function logComplement(theta: number, a: number, b: number, c: number, d: number): number {
  const z = a * (theta - b);
  const t = Math.exp(-Math.abs(z));
  if (d === 1) return Math.log1p(-c) - Math.log1p(t) - Math.max(z, 0);
  return Math.log(1 - d + ((d - c) * (z >= 0 ? t : 1)) / (1 + t));
}
