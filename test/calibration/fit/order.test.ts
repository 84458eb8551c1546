import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { matrixOf, rmse, simulate } from '../simulated.ts';

/** Sums over items or examinees in another order round otherwise; the iterations carry that along. */
const ROUNDING = 1e-9;

describe.each([
  ['integrated', 12, 120],
  ['marginal', 60, 8],
] as const)('%s, %i × %i', (mode, examinees, count) => {
  const { matrix } = simulate('order', examinees, count, { missing: 0.2 });
  const fit = calibrate(matrix, { mode });
  const order = (n: number) =>
    shuffle(
      Array.from({ length: n }, (_, k) => k),
      randomStream('order', n),
    );
  const score = (i: number, j: number) => matrix.scores[i * count + j];

  test('the order of the items and examinees does not matter', () => {
    const [rows, items] = [order(examinees), order(count)];
    const other = calibrate(
      matrixOf(examinees, count, (i, j) => score(rows[i], items[j])),
      { mode },
    );
    expect(other.iterations).toBe(fit.iterations);
    const abilities = rows.map((i) => fit.abilities[i]);
    expect(rmse(other.abilities, abilities)).toBeLessThan(ROUNDING);
    for (const field of ['a', 'b', 'c'] as const) {
      const own = items.map((j) => fit.parameters[field][j]);
      expect(rmse(other.parameters[field], own)).toBeLessThan(ROUNDING);
    }
  });
});

test('the same again is the same to the last bit', () => {
  const { matrix } = simulate('again', 12, 40);
  const fit = () => calibrate(matrix, { mode: 'integrated' });
  expect(fit()).toEqual(fit());
});
