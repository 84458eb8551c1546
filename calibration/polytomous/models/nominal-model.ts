import { centred } from '../../../src/irt/polytomous/nominal-parameters.ts';
import type { ItemModel } from './item-model.ts';

/**
 * The nominal model: x = (s_1 … s_{K−1}, c_1 … c_{K−1}) relative to the first category, s_0 = c_0 = 0. Which category is the first changes no
 * probability; priors are of the slopes and intercepts with sum 0, so it does not change the estimate either.
 * ∂ log P_k/∂s_m = θ([k = m] − P_m), ∂ log P_k/∂c_m = [k = m] − P_m. Bock (1972), Psychometrika 37, 29–51.
 */
export const nominalModel: ItemModel = {
  isCentred: true,
  size: (categories) => 2 * (categories - 1),
  isPoint: () => true,
  pack: (x, categories, values, at) => {
    values[at] = 0;
    values[at + categories] = 0;
    for (let k = 1; k < categories; k++) {
      values[at + k] = x[k - 1];
      values[at + categories + k] = x[categories - 2 + k];
    }
  },
  gradient: (theta, _, __, categories, { logP }, gradient) => {
    const half = categories - 1;
    for (let k = 0; k < categories; k++)
      for (let m = 1; m < categories; m++) {
        const value = (k === m ? 1 : 0) - Math.exp(logP[m]);
        gradient[2 * half * k + m - 1] = theta * value;
        gradient[2 * half * k + half + m - 1] = value;
      }
  },
  start: ({ shares, standings, slope }) => [
    ...standings.slice(1).map((standing) => slope * (standing - standings[0])),
    ...shares.slice(1).map((share) => Math.log(share / shares[0])),
  ],
  clamp: () => {},
  item: (x, categories) => ({
    model: 'nominal',
    slopes: centred([0, ...Array.from({ length: categories - 1 }, (_, k) => x[k])]),
    intercepts: centred([
      0,
      ...Array.from({ length: categories - 1 }, (_, k) => x[categories - 1 + k]),
    ]),
  }),
};
