/**
 * First and second derivative of the response probability with respect to ability:
 * P′ = a(d − c)σ(1 − σ), P″ = a²(d − c)σ(1 − σ)(1 − 2σ), with σ the logistic function of a(θ − b).
 *
 * @see Magis & Raîche (2012), Journal of Statistical Software 48(8), whose catR is the oracle of the tests
 */
export function probabilityDerivatives(
  theta: number,
  a: number,
  b: number,
  c: number,
  d: number,
): { first: number; second: number } {
  const z = a * (theta - b);
  const t = Math.exp(-Math.abs(z));
  const slope = t / ((1 + t) * (1 + t));
  const tilt = ((z >= 0 ? -1 : 1) * (1 - t)) / (1 + t);
  return { first: a * (d - c) * slope, second: a * a * (d - c) * slope * tilt };
}
