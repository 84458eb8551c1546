import { normalTail } from './normal-tail.ts';

/** Steps of the search of the saddlepoint: bisection safeguards Newton. */
const STEPS = 100;
/** Nearer to the mean than this many standard deviations, the formula divides two numbers that vanish. */
const NEAR = 1e-3;

/**
 * P(W > w), about the mid-p probability P(W > w) + ½P(W = w), of W = Σ h_k (U_k − p_k), U_k independent Bernoulli variables with probabilities
 * p_k: the saddlepoint approximation of Lugannani and Rice. It follows the skewness of rare successes, which the normal
 * distribution does not: of sums of 20 or more terms its relative error is a few percent far into the tail.
 *
 * @param weights h, any sign
 * @param ps in (0, 1)
 * @returns 0 at and above the largest possible sum, 1 at and below the least, ½ if W is always 0
 * @see Lugannani & Rice (1980), Advances in Applied Probability 12, 475–490; Daniels (1987), International Statistical Review 55, 37–48
 */
export function bernoulliSumTail(
  w: number,
  weights: ArrayLike<number>,
  ps: ArrayLike<number>,
): number {
  let [high, low, variance, third] = [0, 0, 0, 0];
  for (let k = 0; k < ps.length; k++) {
    const [h, p] = [weights[k], ps[k]];
    high += h > 0 ? h * (1 - p) : -h * p;
    low += h > 0 ? -h * p : h * (1 - p);
    variance += h * h * p * (1 - p);
    third += h * h * h * p * (1 - p) * (1 - 2 * p);
  }
  if (!(variance > 0)) return 0.5;
  if (w >= high) return 0;
  if (w <= low) return 1;
  const sd = Math.sqrt(variance);
  // The limit of the formula at the mean.
  const skewed = (z: number) =>
    normalTail(z) -
    (third / variance / sd / 6) * (1 - z * z) * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
  if (Math.abs(w) < NEAR * sd) return skewed(w / sd);
  const t = saddlepoint(w, weights, ps, variance);
  const { k0, k2 } = cumulants(t, weights, ps);
  const root = Math.sign(t) * Math.sqrt(Math.max(0, 2 * (t * w - k0)));
  const scaled = t * Math.sqrt(k2);
  if (root === 0 || scaled === 0) return skewed(w / sd);
  const density = Math.exp((-root * root) / 2) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, normalTail(root) + density * (1 / scaled - 1 / root)));
}

/** K(t), K′(t) and K″(t) of W. */
function cumulants(t: number, weights: ArrayLike<number>, ps: ArrayLike<number>) {
  let [k0, k1, k2] = [0, 0, 0];
  for (let k = 0; k < ps.length; k++) {
    const h = weights[k];
    const p = ps[k];
    // The logarithm of 1 − p + p e^(th), and the share of its second term, without a large exponential.
    const z = t * h;
    const e = Math.exp(-Math.abs(z));
    const sum = z > 0 ? p + (1 - p) * e : 1 - p + p * e;
    const q = (z > 0 ? p : p * e) / sum;
    k0 += (z > 0 ? z : 0) + Math.log(sum) - z * p;
    k1 += h * (q - p);
    k2 += h * h * q * (1 - q);
  }
  return { k0, k1, k2 };
}

/** The t with K′(t) = w. */
function saddlepoint(
  w: number,
  weights: ArrayLike<number>,
  ps: ArrayLike<number>,
  variance: number,
): number {
  // The root lies between 0 and the first power of two beyond it.
  const sign = Math.sign(w);
  let far = (sign * 1) / Math.sqrt(variance);
  for (let k = 0; k < STEPS && sign * cumulants(far, weights, ps).k1 < sign * w; k++) far *= 2;
  let [low, high] = sign > 0 ? [0, far] : [far, 0];
  let t = Math.min(high, Math.max(low, w / variance));
  for (let k = 0; k < STEPS; k++) {
    const { k1, k2 } = cumulants(t, weights, ps);
    if (k1 < w) low = t;
    else high = t;
    const step = k2 > 0 ? t - (k1 - w) / k2 : Number.NaN;
    const next = step > low && step < high ? step : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-12 * Math.abs(t)) return next;
    t = next;
  }
  return t;
}
