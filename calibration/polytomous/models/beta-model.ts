import { logistic } from '../../../src/irt/logistic.ts';
import type { ItemModel } from './item-model.ts';

/** Bounds of log ν: dispersions of .9991 and .0003. */
const BOUNDS = [-7, 8] as const;
/** ν = 2, with μ = ½, makes all scores equally probable. */
const START = Math.log(2);

/**
 * The beta-binomial model: x = (a, d, log ν). With α = μν, β = (1 − μ)ν, n = K − 1:
 * ∂ log P_k/∂d = μ(1 − μ)ν[Σ_{i<k} 1/(α + i) − Σ_{i<n−k} 1/(β + i)], θ times that for a, and
 * ∂ log P_k/∂ log ν = Σ_{i<k} α/(α + i) + Σ_{i<n−k} β/(β + i) − Σ_{i<n} ν/(ν + i). The first is that of θ divided by a, which the curves have.
 */
export const betaModel: ItemModel = {
  isCentred: false,
  size: () => 3,
  isPoint: (x) => x[0] !== 0 && x[2] >= BOUNDS[0] && x[2] <= BOUNDS[1],
  pack: (x, _, values, at) => {
    values[at] = x[0];
    values[at + 1] = x[1];
    values[at + 2] = Math.exp(x[2]);
  },
  gradient: (theta, values, at, categories, { slope }, gradient) => {
    const a = values[at];
    const nu = values[at + 2];
    const z = a * theta + values[at + 1];
    const [alpha, beta] = [nu * logistic(z), nu * logistic(-z)];
    const n = categories - 1;
    let norm = 0;
    for (let i = 0; i < n; i++) norm += nu / (nu + i);
    let sum = -norm;
    for (let k = 0; k <= n; k++) {
      gradient[3 * k] = (theta * slope[k]) / a;
      gradient[3 * k + 1] = slope[k] / a;
      gradient[3 * k + 2] = sum;
      // The term with i = 0 is 1, also where α vanishes.
      if (k < n) sum += k === 0 ? 1 : alpha / (alpha + k);
    }
    sum = 0;
    for (let k = n; k >= 0; k--) {
      gradient[3 * k + 2] += sum;
      sum += k === n ? 1 : beta / (beta + n - k);
    }
  },
  start: ({ shares, standings, slope }) => {
    const last = shares.length - 1;
    const mean = shares.reduce((sum, share, k) => sum + (share * k) / last, 0);
    const sign = Math.sign(standings[last] - standings[0] || 1);
    return [sign * slope, Math.log(mean / (1 - mean)), START];
  },
  clamp: (x) => {
    x[2] = Math.min(BOUNDS[1], Math.max(BOUNDS[0], x[2]));
  },
  item: (x, categories) => ({
    model: 'beta',
    a: x[0],
    b: -x[1] / x[0],
    dispersion: 1 / (1 + Math.exp(x[2])),
    categories,
  }),
};
