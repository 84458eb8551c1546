import { expect, test } from 'vitest';
import { commonAbility } from '../../../../item-bank/builtin/climedbench/common-ability.ts';

const slope = [0.5, 1, 2, 3];
const intercept = [1, -2, 0, 0.3];
// Mean 0 and variance 1.
const theta = [-1.5, -0.5, 0.5, 1.5].map((value) => value / Math.sqrt(1.25));
const table = theta.map((t) => slope.map((a, s) => a * t + intercept[s]));

test('a table of one ability is taken apart exactly, a missing cell left out', () => {
  const [first, ...rest] = table;
  const found = commonAbility([[Number.NEGATIVE_INFINITY, ...first.slice(1)], ...rest]);
  theta.forEach((value, m) => {
    expect(found.theta[m]).toBeCloseTo(value, 10);
  });
  slope.forEach((value, s) => {
    expect(found.slope[s]).toBeCloseTo(value, 10);
    expect(found.intercept[s]).toBeCloseTo(intercept[s], 10);
  });
});

test('no small change of a parameter makes the residuals smaller', () => {
  const noisy = table.map((row, m) => row.map((cell, s) => cell + Math.sin(7 * m + 3 * s)));
  const { theta, slope, intercept } = commonAbility(noisy);
  const squares = () =>
    noisy
      .flatMap((row, m) => row.map((cell, s) => (cell - slope[s] * theta[m] - intercept[s]) ** 2))
      .reduce((a, b) => a + b);
  const least = squares();
  for (const part of [theta, slope, intercept])
    for (let k = 0; k < part.length; k++)
      for (const step of [-1e-3, 1e-3]) {
        part[k] += step;
        expect(squares()).toBeGreaterThan(least);
        part[k] -= step;
      }
});
