import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneFactorLoadings } from '../../src/statistics/one-factor.ts';

const products = (b: readonly number[]) => Float64Array.from(b.flatMap((x) => b.map((y) => x * y)));
const all = (n: number) => new Float64Array(n * n).fill(1);

test('loadings are those of the products', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.2, max: 3, noNaN: true }), { minLength: 3, maxLength: 8 }),
      (b) => {
        const found = oneFactorLoadings(products(b), all(b.length), b.length)!;
        // Rounds end at steps of 1e-12, and shrink by a constant share.
        for (const [j, x] of b.entries()) expect(found[j]).toBeCloseTo(x, 8);
      },
    ),
  );
});

test('three variables decide; one that is known with one of them only has its loading by it', () => {
  const weights = all(4);
  for (const k of [1, 2]) weights[3 * 4 + k] = weights[k * 4 + 3] = 0;
  const found = oneFactorLoadings(products([1, 2, 3, 4]), weights, 4)!;
  expect(found[3]).toBeCloseTo(4, 8);
  for (const k of [0, 1, 2]) weights[k * 4 + 3] = weights[3 * 4 + k] = 0;
  expect(oneFactorLoadings(products([1, 2, 3, 4]), weights, 4)![3]).toBe(0);
});

test('two variables that vary together do not', () => {
  expect(oneFactorLoadings(products([1, 2]), all(2), 2)).toBeNull();
  expect(oneFactorLoadings(products([1, 2, 0]), all(3), 3)).toBeNull();
  expect(oneFactorLoadings(new Float64Array(9), all(3), 3)).toBeNull();
});
