import { type RandomStream, randomNormal } from 'thetarank';

/** Distributions of mean 0 and variance 1, with their skewness and excess kurtosis. */
export const TRUTHS: Readonly<
  Record<string, { skewness: number; kurtosis: number; draw(r: RandomStream): number }>
> = {
  normal: { skewness: 0, kurtosis: 0, draw: (r) => randomNormal(r) },
  // A gamma distribution of shape 2.
  skewed: {
    skewness: Math.SQRT2,
    kurtosis: 3,
    draw: (r) => (-Math.log(r()) - Math.log(r()) - 2) / Math.SQRT2,
  },
  // N(±0.9, 0.19), half of each.
  bimodal: {
    skewness: 0,
    kurtosis: -2 * 0.9 ** 4,
    draw: (r) => (r() < 0.5 ? -0.9 : 0.9) + Math.sqrt(0.19) * randomNormal(r),
  },
  // 70% N(−0.6, 0.16), 30% N(1.4, 0.16).
  'strong minority': {
    skewness: 0.7 * (-0.6) ** 3 + 0.3 * 1.4 ** 3 + 3 * 0.16 * (0.7 * -0.6 + 0.3 * 1.4),
    kurtosis:
      0.7 * 0.6 ** 4 + 0.3 * 1.4 ** 4 + 6 * 0.16 * (0.7 * 0.36 + 0.3 * 1.96) + 3 * 0.16 ** 2 - 3,
    draw: (r) => (r() < 0.7 ? -0.6 : 1.4) + 0.4 * randomNormal(r),
  },
};
