import { expect, test } from 'vitest';
import { logGamma } from '../../src/statistics/log-gamma.ts';
import { normalQuantile } from '../../src/statistics/normal-quantile.ts';
import { permutedCorrelation } from '../../src/statistics/permuted-correlation.ts';

/** r of all orders of y with x, by counting them out. */
function allOrders(x: readonly number[], y: readonly number[]): number[] {
  const orders = (left: readonly number[]): number[][] =>
    left.length === 0
      ? [[]]
      : left.flatMap((one, k) => orders(left.toSpliced(k, 1)).map((rest) => [one, ...rest]));
  return orders(y).map((order) => permutedCorrelation(x, order)!.r);
}

const moment = (values: readonly number[], power: number) =>
  values.reduce((sum, value) => sum + value ** power, 0) / values.length;

const X = [0, 0, 1, 0, 2, 5];
const Y = [0.1, 0.9, 0.8, 1, 0.95, 0.7];

test('mean, variance and skewness are those of all orders', () => {
  const rs = allOrders(X, Y);
  expect(moment(rs, 1)).toBeCloseTo(0, 12);
  expect(moment(rs, 2)).toBeCloseTo(1 / 5, 12);
  expect(permutedCorrelation(X, Y)!.skewness).toBeCloseTo(moment(rs, 3) / moment(rs, 2) ** 1.5, 12);
});

test('the deviate is z without skewness, and with it that of a gamma distribution', () => {
  const even = permutedCorrelation([1, 2, 3, 4, 5], [2, 1, 3, 5, 4])!;
  expect(even.deviate).toBeCloseTo(even.r * 2, 12);
  const x = Array.from({ length: 30 }, (_, k) => Number(k % 6 === 5));
  for (const sign of [1, -1]) {
    const y = x.map((_, k) => sign * Math.exp(k / 20 - sign * 0.7 * x[k]));
    const { r, deviate, skewness } = permutedCorrelation(x, y)!;
    expect(Math.sign(skewness)).toBe(sign);
    // Of mean 0 and variance 1, by its density.
    const shape = 4 / skewness ** 2;
    const end = shape + Math.sign(skewness) * r * Math.sqrt(29) * Math.sqrt(shape);
    const step = end / 20_000;
    let below = 0;
    for (let x = step / 2; x < end; x += step)
      below += step * Math.exp((shape - 1) * Math.log(x) - x - logGamma(shape));
    // The cube root errs by a few thousandths of a deviate.
    const above = skewness > 0 ? 1 - below : below;
    expect(Math.abs(normalQuantile(1 - above) + deviate)).toBeLessThan(0.02);
  }
});

test('nothing varies, or two pairs: none', () => {
  expect(permutedCorrelation([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(permutedCorrelation([1, 2], [1, 2])).toBeNull();
});
