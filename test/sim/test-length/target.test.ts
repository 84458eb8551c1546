import { describe, expect, test } from 'vitest';
import {
  checkTargets,
  goalOf,
  readTargets,
  shownValue,
  targetText,
} from '../../../sim/test-length/target.ts';
import { failureOf } from '../../files/temporary.ts';

describe('targets', () => {
  test('are read with either sign, one or several in a text', () => {
    expect(readTargets(['kendall>=0.95', 'se ≤ .2,mae<=1'])).toEqual([
      { measure: 'kendall', value: 0.95 },
      { measure: 'se', value: 0.2 },
      { measure: 'mae', value: 1 },
    ]);
    expect(targetText({ measure: 'mae', value: 1 })).toBe('mae<=1');
  });

  test.each([
    ['kendal>=0.9', /found measure "kendal"; accepted: kendall, spearman/],
    ['kendall<=0.9', /accepted: kendall>=0\.9/],
    ['kendall>=1', /a number above 0 and below 1/],
    ['se<=0', /se<= a number above 0\./],
    ['kendall>0.9', /accepted: a measure, >= or <=, and a number/],
    ['', /a measure, >= or <=/],
    ['toString>=1', /found measure "toString"/],
  ])('%s is refused with what is accepted', (text, message) => {
    expect(failureOf(() => readTargets([text])).message).toMatch(message);
  });

  test('that a study cannot measure are refused', () => {
    const of = (text: string) => readTargets([text]);
    expect(failureOf(() => checkTargets(of('top1>=0.9'), 'simulated', 1)).code).toBe(
      'TOO_FEW_EXAMINEES',
    );
    expect(failureOf(() => checkTargets(of('bias<=1'), 'recorded', 9)).message).toContain(
      'kendall, spearman, pairs, top1, mae, coverage',
    );
    expect(() => checkTargets(of('se<=0.2'), 'simulated', 1)).not.toThrow();
  });
});

test('the goal of rmse is a mean square, that of bias has two sides', () => {
  expect(goalOf({ measure: 'rmse', value: 0.3 }, 5).high).toBeCloseTo(0.09, 15);
  expect(shownValue('rmse', 0.09)).toBeCloseTo(0.3, 15);
  expect(goalOf({ measure: 'bias', value: 0.1 }, 5)).toMatchObject({ low: -0.1, high: 0.1 });
});

test('if all replications are perfect, the variance is that at the border', () => {
  // Found or not: p (1 − p).
  expect(goalOf({ measure: 'top1', value: 0.95 }, 7).leastVariance).toBeCloseTo(0.0475, 12);
  // Two examinees are one pair.
  expect(goalOf({ measure: 'pairs', value: 0.9 }, 2).leastVariance).toBeCloseTo(0.09, 12);
  // Of many pairs some are wrong in nearly every replication: their scatter is seen.
  expect(goalOf({ measure: 'pairs', value: 0.9 }, 20).leastVariance).toBe(0);
});
