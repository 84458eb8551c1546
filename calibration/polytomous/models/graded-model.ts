import { logistic } from '../../../src/irt/logistic.ts';
import type { ItemModel } from './item-model.ts';

/** Bounds of the log of a distance of two intercepts. */
const BOUNDS = [-25, 10] as const;

/**
 * The graded response model: x = (a, d_1, log(d_1 − d_2), …, log(d_{K−2} − d_{K−1})), in which the intercepts fall for any numbers.
 *
 * With z_k = aθ + d_k and e = 1/(exp(d_k − d_{k+1}) − 1): ∂ log P_k/∂z_k = σ(−z_k) + e and ∂ log P_k/∂z_{k+1} = −σ(z_{k+1}) − e, without the
 * differences of probabilities that vanish at the extremes. A larger distance x_m lowers d_m and all intercepts after it. Samejima (1969),
 * Psychometrika Monograph 17.
 */
export const gradedModel: ItemModel = {
  isCentred: false,
  size: (categories) => categories,
  isPoint: (x, categories) => {
    if (x[0] === 0) return false;
    for (let m = 2; m < categories; m++)
      if (!(x[m] >= BOUNDS[0] && x[m] <= BOUNDS[1])) return false;
    return true;
  },
  pack: (x, categories, values, at) => {
    values[at] = x[0];
    values[at + 1] = x[1];
    for (let m = 2; m < categories; m++) values[at + m] = values[at + m - 1] - Math.exp(x[m]);
  },
  gradient: (theta, values, at, categories, _, gradient) => {
    const size = categories;
    gradient.fill(0, 0, categories * size);
    const a = values[at];
    for (let k = 0; k < categories; k++) {
      const row = k * size;
      const isLast = k === categories - 1;
      const gap = k === 0 || isLast ? 0 : 1 / Math.expm1(values[at + k] - values[at + k + 1]);
      const reached = k === 0 ? 0 : logistic(-(a * theta + values[at + k])) + gap;
      const beyond = isLast ? 0 : -(logistic(a * theta + values[at + k + 1]) + gap);
      gradient[row] = theta * (reached + beyond);
      // Of the intercepts, then of their distances, from the last.
      if (k > 0) gradient[row + k] = reached;
      if (!isLast) gradient[row + k + 1] = beyond;
      let sum = 0;
      for (let m = categories - 1; m >= 1; m--) {
        sum += gradient[row + m];
        gradient[row + m] = m === 1 ? sum : sum * (values[at + m] - values[at + m - 1]);
      }
    }
  },
  start: ({ shares, standings, slope }) => {
    const intercepts: number[] = [];
    let above = 1;
    for (let k = 0; k < shares.length - 1; k++) {
      above -= shares[k];
      intercepts.push(Math.log(above / (1 - above)));
    }
    const sign = Math.sign(standings[standings.length - 1] - standings[0] || 1);
    return [
      sign * slope,
      ...intercepts.map((d, k) => (k === 0 ? d : Math.log(intercepts[k - 1] - d))),
    ];
  },
  clamp: (x, categories) => {
    for (let m = 2; m < categories; m++) x[m] = Math.min(BOUNDS[1], Math.max(BOUNDS[0], x[m]));
  },
  item: (x, categories) => {
    const intercepts = [x[1]];
    for (let m = 2; m < categories; m++) intercepts.push(intercepts[m - 2] - Math.exp(x[m]));
    return { model: 'graded', a: x[0], b: intercepts.map((d) => -d / x[0]) };
  },
};
