import { type RandomStream, randomNormal } from '../../random.ts';
import { mean } from '../../statistics/mean.ts';
import { sampleVariance } from '../../statistics/sample-variance.ts';

/** Two scores of each model, with their standard errors; all of one length. */
export interface TwoScores {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 0 for a score without error. */
  readonly xError: Float64Array;
  readonly yError: Float64Array;
}

/** The fewest models from which the spread of the true scores is known at all. */
export const FEWEST_MODELS = 5;

/** From a Cauchy to the normal distribution. */
const TAILS = [1, 2, 3, 5, 10, Number.POSITIVE_INFINITY];

/** Draws that are not used, until the chain has forgotten where it began. */
const BURN_IN = 200;

/**
 * Draws of the true scores of models, given two measured scores of each with known errors: x = u + e, y = v + f, where (u, v) are
 * of a bivariate t distribution over the models, with unknown means, covariance and degrees of freedom, and e and f independent and normal. Of skewed scores a normal
 * distribution would take the many models that are close together for as far apart as the few in the tail. Gibbs sampling, with a weight w of each model, whose (u, v)
 * are normal with covariance Σ/w; the prior is flat for the means and
 * |Σ|^(−1/2) for the covariance, which is flat for a standard deviation and, unlike |Σ|^(−3/2), gives a proper posterior if a
 * spread may be 0. Scores are brought to mean 0 and standard deviation 1 first; correlations of the draws are the same.
 *
 * @param onDraw called `draws` times with the true scores, whose arrays are used again, and with the correlation of Σ: that of models like these
 * @param tails degrees of freedom of the distribution of true scores that are possible, each as likely before; ∞ is the normal one
 * @throws RangeError with fewer than five models, or where all measured scores of one side are equal
 * @see Gelman et al. (2013), Bayesian Data Analysis, 3rd ed., sections 3.6 and 5.4; Gelman (2006), Bayesian Analysis 1, 515–534 (the prior);
 *   Lange, Little & Taylor (1989), JASA 84, 881–896 (the t distribution)
 */
export function drawTrueScores(
  scores: TwoScores,
  draws: number,
  random: RandomStream,
  onDraw: (u: Float64Array, v: Float64Array, correlation: number) => void,
  tails: readonly number[] = TAILS,
): void {
  const n = scores.x.length;
  if (n < FEWEST_MODELS) throw new RangeError(`${n} models: at least ${FEWEST_MODELS} are needed`);
  const [x, xVariance] = standardised(scores.x, scores.xError);
  const [y, yVariance] = standardised(scores.y, scores.yError);
  const u = x.slice();
  const v = y.slice();
  const weights = new Float64Array(n).fill(1);
  const distances = new Float64Array(n);
  for (let k = -BURN_IN; k < draws; k++) {
    const all = weights.reduce((sum, w) => sum + w, 0);
    const [meanU, meanV] = [u, v].map((own) => mean(own.map((x, i) => (x * weights[i] * n) / all)));
    let [suu, suv, svv] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      suu += weights[i] * (u[i] - meanU) ** 2;
      suv += weights[i] * (u[i] - meanU) * (v[i] - meanV);
      svv += weights[i] * (v[i] - meanV) ** 2;
    }
    const [a, b, c] = inverseWishart(n - 3, suu, suv, svv, random);
    // μ given the true scores: normal around their weighted means, with covariance Σ/Σ w.
    const root = Math.sqrt(a);
    const z1 = randomNormal(random);
    const z2 = randomNormal(random);
    const rest = Math.sqrt(Math.max(0, c - b ** 2 / a));
    const mu = meanU + (root * z1) / Math.sqrt(all);
    const nu = meanV + ((b / root) * z1 + rest * z2) / Math.sqrt(all);
    for (let i = 0; i < n; i++) {
      // True scores given the measured ones: mean y − D V⁻¹ (y − μ), covariance D − D V⁻¹ D, with V = Σ/w + D. An error of 0 gives the score itself.
      const [d, e] = [xVariance[i], yVariance[i]];
      const [v11, v12, v22] = [a / weights[i] + d, b / weights[i], c / weights[i] + e];
      const determinant = v11 * v22 - v12 ** 2;
      const [p, q] = [x[i] - mu, y[i] - nu];
      const c11 = Math.max(0, d - (d ** 2 * v22) / determinant);
      const c12 = (d * e * v12) / determinant;
      const c22 = e - (e ** 2 * v11) / determinant;
      const first = Math.sqrt(c11);
      const share = first === 0 ? 0 : c12 / first;
      const w1 = randomNormal(random);
      const w2 = randomNormal(random);
      u[i] = x[i] - (d * (v22 * p - v12 * q)) / determinant + first * w1;
      v[i] =
        y[i] -
        (e * (v11 * q - v12 * p)) / determinant +
        share * w1 +
        Math.sqrt(Math.max(0, c22 - share ** 2)) * w2;
      const [s, t] = [u[i] - mu, v[i] - nu];
      distances[i] = (c * s ** 2 - 2 * b * s * t + a * t ** 2) / (a * c - b ** 2);
    }
    const tail = drawTail(tails, distances, random);
    for (let i = 0; i < n; i++)
      weights[i] =
        tail === Number.POSITIVE_INFINITY ? 1 : chiSquare(tail + 2, random) / (tail + distances[i]);
    if (k >= 0) onDraw(u, v, Math.max(-1, Math.min(1, b / Math.sqrt(a * c))));
  }
}

/** Degrees of freedom given the squared distances in units of Σ, whatever the weights. */
function drawTail(tails: readonly number[], distances: Float64Array, random: RandomStream): number {
  const logs = tails.map((tail) =>
    distances.reduce(
      (sum, square) =>
        sum -
        (tail === Number.POSITIVE_INFINITY
          ? square / 2
          : ((tail + 2) / 2) * Math.log1p(square / tail)),
      0,
    ),
  );
  const most = Math.max(...logs);
  const shares = logs.map((log) => Math.exp(log - most));
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  for (const [k, share] of shares.entries()) {
    if (left < share) return tails[k];
    left -= share;
  }
  return tails[tails.length - 1];
}

/** A draw of an inverse Wishart distribution with `df` degrees of freedom and scale (suu, suv; suv, svv), by Bartlett's decomposition. */
function inverseWishart(
  df: number,
  suu: number,
  suv: number,
  svv: number,
  random: RandomStream,
): readonly [number, number, number] {
  // Σ⁻¹ ~ Wishart(df, S⁻¹). With S = L Lᵀ and T lower triangular, Σ = L (T Tᵀ)⁻¹ Lᵀ has the distribution.
  const t11 = Math.sqrt(chiSquare(df, random));
  const t22 = Math.sqrt(chiSquare(df - 1, random));
  const t21 = randomNormal(random);
  const l11 = Math.sqrt(suu);
  const l21 = suv / l11;
  const l22 = Math.sqrt(Math.max(svv - l21 ** 2, 1e-12 * svv));
  // L T⁻ᵀ, whose product with its transpose is Σ.
  const m11 = l11 / t11;
  const m12 = (-l11 * t21) / (t11 * t22);
  const m21 = l21 / t11;
  const m22 = (-l21 * t21) / (t11 * t22) + l22 / t22;
  return [m11 ** 2 + m12 ** 2, m11 * m21 + m12 * m22, m21 ** 2 + m22 ** 2];
}

/** A chi-square number with a whole number of degrees of freedom. */
function chiSquare(df: number, random: RandomStream): number {
  let sum = 0;
  for (let k = 0; k < df; k++) sum += randomNormal(random) ** 2;
  return sum;
}

function standardised(
  values: Float64Array,
  errors: Float64Array,
): [values: Float64Array, variances: Float64Array] {
  const centre = mean(values);
  const spread = Math.sqrt(sampleVariance(values));
  if (!(spread > 0)) throw new RangeError('scores that are all equal');
  return [
    values.map((value) => (value - centre) / spread),
    errors.map((error) => (error / spread) ** 2),
  ];
}
