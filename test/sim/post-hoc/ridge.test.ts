import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { fitRidge } from '../../../sim/post-hoc/ridge.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

/** Two ways to solve systems of a dozen equations, of a condition below 10⁴. */
const DIGITS = 10;

const ROWS = 9;
const COLUMNS = 14;
const random = randomStream('ridge');
const x = Float64Array.from({ length: ROWS * COLUMNS }, () => randomNormal(random));
const y = Float64Array.from(
  { length: ROWS },
  (_, i) => 3 + x[i * COLUMNS] - x[i * COLUMNS + 1] / 2 + 0.1 * randomNormal(random),
);
const fresh = Float64Array.from({ length: COLUMNS }, () => randomNormal(random));

/** min Σ (y − m − xᵀw)² + κ|w|², by the normal equations of (m, w). */
function direct(rows: readonly number[], penalty: number): (row: ArrayLike<number>) => number {
  const design = new Matrix(rows.map((i) => [1, ...x.subarray(i * COLUMNS, (i + 1) * COLUMNS)]));
  const normal = design.transpose().mmul(design);
  for (let j = 1; j <= COLUMNS; j++) normal.set(j, j, normal.get(j, j) + penalty);
  const right = design.transpose().mmul(Matrix.columnVector(rows.map((i) => y[i])));
  const w = solve(normal, right).to1DArray();
  return (row) => Array.from(row).reduce((sum, value, j) => sum + value * w[j + 1], w[0]);
}

const all = Array.from({ length: ROWS }, (_, i) => i);

/** Root mean square error of each row's prediction by the others. */
function leaveOneOut(penalty: number): number {
  const squares = all.map((i) => {
    const without = direct(
      all.filter((k) => k !== i),
      penalty,
    );
    return (without(x.subarray(i * COLUMNS, (i + 1) * COLUMNS)) - y[i]) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, s) => sum + s, 0) / ROWS);
}

describe.each([0.1, 1, 30])('ridge regression with penalty %d', (penalty) => {
  const ridge = fitRidge(x, y, [penalty]);

  test('predicts as the normal equations do', () => {
    expect(ridge.predict(fresh)).toBeCloseTo(direct(all, penalty)(fresh), DIGITS);
  });

  test('knows its leave-one-out error without fitting again', () => {
    expect(ridge.residualSd).toBeCloseTo(leaveOneOut(penalty), DIGITS);
  });
});

test('takes the penalty with the least leave-one-out error', () => {
  const penalties = [0.01, 0.1, 1, 10, 100];
  const errors = penalties.map(leaveOneOut);
  const { penalty, residualSd } = fitRidge(x, y, penalties);
  expect(penalty).toBe(penalties[errors.indexOf(Math.min(...errors))]);
  expect(residualSd).toBeCloseTo(Math.min(...errors), DIGITS);
});

test('by itself it finds a penalty that is better than too little and too much', () => {
  const { residualSd } = fitRidge(x, y);
  expect(residualSd).toBeLessThan(leaveOneOut(1e-4));
  expect(residualSd).toBeLessThan(leaveOneOut(1e4));
});

test('columns that say nothing: the mean, and its leave-one-out error', () => {
  const { predict, residualSd } = fitRidge(new Float64Array(6).fill(1), Float64Array.of(1, 2, 6));
  expect(predict([0, 1])).toBeCloseTo(3, DIGITS);
  expect(residualSd).toBeCloseTo(Math.sqrt((3 ** 2 + 1.5 ** 2 + 4.5 ** 2) / 3), DIGITS);
});
