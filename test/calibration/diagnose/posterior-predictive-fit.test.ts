import { expect, test } from 'vitest';
import { posteriorPredictiveFit } from '../../../calibration/diagnose/posterior-predictive-fit.ts';
import { pickItems as pickParameters } from '../../../src/irt/parameters.ts';
import { pickItems } from '../../../src/irt/responses.ts';
import { simulated } from './simulated.ts';

const prior = { mean: 0, sd: 1 };
const options = { draws: 100, seed: 1 };
const { matrix, parameters } = simulated('predictive', 200, 120);
const good = posteriorPredictiveFit(matrix, parameters, prior, options);

test('items that follow their curves rarely have a small p; the mean is about a half', () => {
  const mean = good.reduce((sum, p) => sum + p, 0) / good.length;
  // Four standard errors of the mean of 120 values, at most those of uniform ones.
  expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * 120));
  // At most as often as a uniform p, with four standard errors.
  expect(good.filter((p) => p < 0.05).length).toBeLessThan(6 + 4 * Math.sqrt(120 * 0.05 * 0.95));
});

test('a curve of another shape has the smallest p, also if answers are missing', () => {
  const scores = matrix.scores.slice();
  for (let i = 0; i < 200; i++) {
    scores[i * 120 + 5] = 1 - scores[i * 120 + 5];
    for (let j = 0; j < 120; j++)
      if (j !== 5 && (7 * i + 3 * j) % 4 === 0) scores[i * 120 + j] = Number.NaN;
  }
  const p = posteriorPredictiveFit({ ...matrix, scores }, parameters, prior, options);
  expect(p[5]).toBe(1 / 101);
  expect(p.filter((own) => own < 0.02).length).toBeLessThan(8);
});

test('the same seed gives the same values, another one others', () => {
  const first = { ...matrix, examinees: matrix.examinees };
  expect(posteriorPredictiveFit(first, parameters, prior, options)).toEqual(good);
  expect(posteriorPredictiveFit(first, parameters, prior, { ...options, seed: 2 })).not.toEqual(
    good,
  );
});

test('fewer than 20 answers to an item, or too few examinees: none', () => {
  const scores = matrix.scores.slice();
  for (let i = 0; i < 181; i++) scores[i * 120 + 2] = Number.NaN;
  const p = posteriorPredictiveFit({ ...matrix, scores }, parameters, prior, options);
  expect(p[2]).toBeNaN();
  expect(p[3]).toBeGreaterThan(0);
  const few = pickItems(matrix, [0, 1]);
  const nineteen = {
    ...few,
    examinees: few.examinees.slice(0, 19),
    scores: few.scores.slice(0, 38),
  };
  expect(
    posteriorPredictiveFit(nineteen, pickParameters(parameters, [0, 1]), prior, options),
  ).toEqual(Float64Array.of(Number.NaN, Number.NaN));
});
