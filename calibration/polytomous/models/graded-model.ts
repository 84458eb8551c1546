import { logistic } from '../../../src/irt/logistic.ts';
import type { ItemModel } from './item-model.ts';

/** Thresholds closer than this are one: their category has lost all probability. */
const LEAST_GAP = 1e-8;

/**
 * The graded response model: x = (a, d_1 … d_{K−1}), the intercepts falling.
 *
 * With z_k = aθ + d_k and e = 1/(exp(d_k − d_{k+1}) − 1): ∂ log P_k/∂z_k = σ(−z_k) + e and ∂ log P_k/∂z_{k+1} = −σ(z_{k+1}) − e, without the
 * differences of probabilities that vanish at the extremes. Samejima (1969), Psychometrika Monograph 17.
 */
export const gradedModel: ItemModel = {
  isCentred: false,
  size: (categories) => categories,
  isPoint: (x, categories) => {
    if (x[0] === 0) return false;
    for (let k = 2; k < categories; k++) if (!(x[k - 1] - x[k] > LEAST_GAP)) return false;
    return true;
  },
  pack: (x, categories, values, at) => {
    for (let m = 0; m < categories; m++) values[at + m] = x[m];
  },
  gradient: (theta, values, at, categories, _, gradient) => {
    const size = categories;
    gradient.fill(0, 0, categories * size);
    const a = values[at];
    for (let k = 0; k < categories; k++) {
      const row = k * size;
      const gap =
        k === 0 || k === categories - 1 ? 0 : 1 / Math.expm1(values[at + k] - values[at + k + 1]);
      const reached = k === 0 ? 0 : logistic(-(a * theta + values[at + k])) + gap;
      const beyond = k === categories - 1 ? 0 : -(logistic(a * theta + values[at + k + 1]) + gap);
      if (k > 0) gradient[row + k] = reached;
      if (k < categories - 1) gradient[row + k + 1] = beyond;
      gradient[row] = theta * (reached + beyond);
    }
  },
  start: ({ shares, standings, slope }) => {
    const thresholds: number[] = [];
    let above = 1;
    for (let k = 0; k < shares.length - 1; k++) {
      above -= shares[k];
      thresholds.push(Math.log(above / (1 - above)));
    }
    return [slope * Math.sign(standings[standings.length - 1] - standings[0] || 1), ...thresholds];
  },
  role: (m) => (m === 0 ? 'slope' : 'intercept'),
  toFree: (x, categories) => {
    for (let k = categories - 1; k >= 2; k--) x[k] = Math.log(x[k - 1] - x[k]);
  },
  fromFree: (x, categories) => {
    for (let k = 2; k < categories; k++) x[k] = x[k - 1] - Math.max(2 * LEAST_GAP, Math.exp(x[k]));
  },
  item: (x, categories) => ({
    model: 'graded',
    a: x[0],
    b: Array.from({ length: categories - 1 }, (_, k) => -x[k + 1] / x[0]),
  }),
};
