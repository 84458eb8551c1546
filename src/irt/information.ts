/**
 * Fisher information of one item about ability, I(θ) = P′² / (P(1 − P)), for up to four parameters.
 * With d = 1 this is a² (Q/P) ((P − c)/(1 − c))². Between 0 and a²/4; never NaN for finite θ.
 *
 * Computed as a²(d − c)² · σ(1 − σ) · (σ/P) · ((1 − σ)/Q), whose two ratios have limits where P or Q vanish.
 * @see Lord (1980), Applications of Item Response Theory, eq. 5-9; Magis (2013) for the upper asymptote
 */
export function information(theta: number, a: number, b: number, c: number, d: number): number {
  const z = a * (theta - b);
  const t = Math.exp(-Math.abs(z));
  const r = 1 / (1 + t);
  const right = z >= 0 ? r : t * r;
  const wrong = z >= 0 ? t * r : r;
  const span = d - c;
  const overRight = c === 0 ? 1 / d : right / (c + span * right);
  const overWrong = d === 1 ? 1 / (1 - c) : wrong / (1 - d + span * wrong);
  return a * a * span * span * right * wrong * overRight * overWrong;
}
