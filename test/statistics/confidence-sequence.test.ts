import { describe, expect, test } from 'vitest';
import { Moments } from '../../sim/test-length/moments.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { halfWidth } from '../../src/statistics/confidence-sequence.ts';

/**
 * The Bayes factor by brute force: the likelihood of T is that of a non-central t with δ√n, integrated over δ ~ N(0, g), against δ = 0;
 * the non-central density as an integral over the chi-square of s² (both sums of many small rectangles).
 */
function bayesFactor(t: number, n: number, g: number): number {
  const nu = n - 1;
  const likelihood = (delta: number) => {
    let sum = 0;
    for (let r = 0.0005; r < 4; r += 0.001)
      // r = s/σ, with density ∝ r^(ν−1) exp(−ν r²/2); the mean is N(δ, 1/n) in units of σ.
      sum += r ** nu * Math.exp((-nu * r * r) / 2 - (t * r - delta * Math.sqrt(n)) ** 2 / 2);
    return sum;
  };
  let mixed = 0;
  const step = 0.01 * Math.sqrt(g);
  for (let d = -8 * Math.sqrt(g); d <= 8 * Math.sqrt(g); d += step)
    mixed += (likelihood(d) * Math.exp((-d * d) / (2 * g)) * step) / Math.sqrt(2 * Math.PI * g);
  return mixed / likelihood(0);
}

describe('halfWidth', () => {
  test.each([
    [12, 0.5, 0.05],
    [40, 0.1, 0.01],
  ])('with %i replications is where the Bayes factor reaches 1/α', (n, g, alpha) => {
    const half = halfWidth(n, 1, alpha, g);
    // The rectangles are good for four digits.
    expect(bayesFactor(half * Math.sqrt(n), n, g) * alpha).toBeCloseTo(1, 3);
  });

  test('scales with the standard deviation, and says nothing of too few', () => {
    expect(halfWidth(50, 9, 0.05, 0.1)).toBeCloseTo(3 * halfWidth(50, 1, 0.05, 0.1), 12);
    expect(halfWidth(1, 1, 0.05, 0.1)).toBe(Number.POSITIVE_INFINITY);
    expect(halfWidth(3, 1, 0.001, 0.1)).toBe(Number.POSITIVE_INFINITY);
  });

  test('the mean leaves it at any of 500 looks in at most α of the runs; a common interval in far more', () => {
    const runs = 400;
    let left = 0;
    let common = 0;
    for (let run = 0; run < runs; run++) {
      const random = randomStream(1, 'looks', run);
      const moments = new Moments();
      let isOut = false;
      let isCommonOut = false;
      for (let n = 1; n <= 500; n++) {
        moments.add(randomNormal(random));
        if (n < 10) continue;
        const off = Math.abs(moments.mean);
        isOut ||= off > halfWidth(n, moments.variance, 0.05, 0.1);
        isCommonOut ||= off > 1.96 * (moments.se ?? 0);
      }
      if (isOut) left++;
      if (isCommonOut) common++;
    }
    // α = 0.05, and three standard errors of a share over 400 runs.
    expect(left / runs).toBeLessThan(0.05 + 0.033);
    expect(left).toBeGreaterThan(0);
    expect(common / runs).toBeGreaterThan(0.25);
  });
});
