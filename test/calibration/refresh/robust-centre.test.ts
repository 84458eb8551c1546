import fc from 'fast-check';
import { expect, test } from 'vitest';
import { robustCentre } from '../../../calibration/refresh/robust-centre.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { median } from '../../../src/statistics/median.ts';

test('the highest point of the sum of densities, found by trying all places', () => {
  const values = Float64Array.from([0, 0.1, 0.2, 0.9, 1, 5]);
  const errors = Float64Array.from([0.3, 0.1, 0.2, 0.2, 0.4, 0.1]);
  const height = (m: number) =>
    values.reduce((sum, x, j) => sum + Math.exp(-0.5 * ((x - m) / errors[j]) ** 2) / errors[j], 0);
  // Without the lowest and the highest tenth, which are none of six.
  let best = 0;
  for (let m = -1; m < 6; m += 1e-4) if (height(m) > height(best)) best = m;
  // The step of the places that were tried.
  expect(Math.abs(robustCentre(values, errors) - best)).toBeLessThan(2e-4);
});

test('a fifth of the values far on one side draw the median along, not the centre', () => {
  const random = randomStream('centre');
  const errors = new Float64Array(400).fill(0.1);
  const values = errors.map((s, j) => s * randomNormal(random) + (j < 80 ? 0.5 : 0));
  // The density's mode of 320 values has an error of about 0.01.
  expect(Math.abs(robustCentre(values, errors))).toBeLessThan(0.03);
  expect(median(values)).toBeGreaterThan(0.03);
});

test('it moves with the values and their unit; values that are not known do not count', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 3, maxLength: 20 }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      (list, by) => {
        const values = Float64Array.from([...list, Number.NaN]);
        const errors = new Float64Array(values.length).fill(0.5);
        const height = (m: number) =>
          list.reduce((sum, x) => sum + Math.exp(-0.5 * ((x - m) / 0.5) ** 2), 0);
        const plain = robustCentre(values, errors);
        const moved = robustCentre(
          values.map((x) => x + by),
          errors,
        );
        // Two places can be equally high; then either is right.
        expect(Math.abs(height(moved - by) - height(plain))).toBeLessThan(1e-6);
      },
    ),
  );
});
