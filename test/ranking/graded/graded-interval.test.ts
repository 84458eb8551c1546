import { describe, expect, test } from 'vitest';
import type { GradedPrediction } from '../../../src/cat/graded/graded-prediction.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { gradedInterval, gradedWidth } from '../../../src/ranking/graded/graded-interval.ts';

const prediction = (score: number, se: number, open: number): GradedPrediction => ({
  score,
  se,
  open,
  least: 0,
  most: 1,
  ability: 0,
  abilityError: 1,
});

describe('tests whose errors have the standard errors and a misfit', () => {
  const random = randomStream(1, 'graded-interval');
  const [se, tau, open] = [0.02, 0.04, 0.8];
  const tests = Array.from({ length: 4000 }, () => ({
    prediction: prediction(0.5, se, open),
    actual: 0.5 + se * randomNormal(random) + tau * open * randomNormal(random),
  }));
  const width = gradedWidth(tests);

  test('give the same beside tests in which nothing was left to predict', () => {
    const whole = { prediction: prediction(0.5, 0, 0), actual: 0.5 };
    const many = Array.from({ length: 40_000 }, () => whole);
    expect(gradedWidth([...many, ...tests])).toEqual(width);
    expect(gradedWidth(many.slice(0, 40))).toMatchObject({ misfit: 0, factor: { verified: true } });
  });

  test('give that misfit', () => {
    // Four standard errors of a variance from 4,000 normal errors.
    const sd = Math.sqrt(2 / 4000) * (se ** 2 + (tau * open) ** 2);
    expect(Math.abs(width.misfit - tau ** 2)).toBeLessThan((4 * sd) / open ** 2);
  });

  test('and the factor of a normal error', () => {
    expect(Math.abs(width.factor.factor - 1.645)).toBeLessThan(0.08);
    expect(width.factor.verified).toBe(true);
  });

  test('with intervals of both, narrower where less is open', () => {
    const all = gradedInterval(prediction(0.5, se, open), width);
    const half = gradedInterval(prediction(0.5, se, open / 2), width);
    const known = width.factor.factor * Math.sqrt(se ** 2 + width.misfit * open ** 2);
    expect(all.high - 0.5).toBeCloseTo(known, 12);
    const other = width.factor.factor * Math.sqrt(se ** 2 + (width.misfit * open ** 2) / 4);
    expect(half.high - 0.5).toBeCloseTo(other, 12);
  });
});

test('errors below the standard errors give no misfit, and a factor below the normal one', () => {
  const tests = Array.from({ length: 40 }, (_, i) => ({
    prediction: prediction(0.5, 0.1, 0.9),
    actual: 0.5 + (i + 1) / 1000,
  }));
  const { misfit, factor } = gradedWidth(tests);
  expect(misfit).toBe(0);
  // The 37th of 40 errors of 0.001 … 0.040.
  expect(factor.factor).toBeCloseTo(0.37, 9);
});

test('nothing is open: the score itself', () => {
  const known = prediction(0.4, 0, 0);
  const width = gradedWidth([{ prediction: known, actual: 0.4 }]);
  expect(width.misfit).toBe(0);
  expect(gradedInterval(known, width)).toMatchObject({ low: 0.4, high: 0.4 });
});
