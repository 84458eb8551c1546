import type { ItemModel } from './item-model.ts';

/**
 * The generalised partial credit model: x = (a, D_1 … D_{K−1}), P_k ∝ exp(kaθ + D_k), D_0 = 0; the steps are b_k = −(D_k − D_{k−1})/a.
 * ∂ log P_k/∂a = θ(k − E k), ∂ log P_k/∂D_m = [k = m] − P_m. Muraki (1992), Applied Psychological Measurement 16, 159–176.
 */
export const gpcmModel: ItemModel = {
  isCentred: false,
  size: (categories) => categories,
  isPoint: (x) => x[0] !== 0,
  pack: (x, categories, values, at) => {
    for (let k = 0; k < categories; k++) {
      values[at + k] = k * x[0];
      values[at + categories + k] = k === 0 ? 0 : x[k];
    }
  },
  gradient: (theta, _, __, categories, { logP }, gradient) => {
    const size = categories;
    let mean = 0;
    for (let k = 0; k < categories; k++) mean += k * Math.exp(logP[k]);
    for (let k = 0; k < categories; k++) {
      gradient[k * size] = theta * (k - mean);
      for (let m = 1; m < categories; m++)
        gradient[k * size + m] = (k === m ? 1 : 0) - Math.exp(logP[m]);
    }
  },
  start: ({ shares, standings, slope }) => {
    const last = shares.length - 1;
    const sign = Math.sign(standings[last] - standings[0] || 1);
    return [(sign * slope) / last, ...shares.slice(1).map((share) => Math.log(share / shares[0]))];
  },
  clamp: () => {},
  item: (x, categories) => ({
    model: 'gpcm',
    a: x[0],
    b: Array.from({ length: categories - 1 }, (_, k) => -(x[k + 1] - (k === 0 ? 0 : x[k])) / x[0]),
  }),
};
