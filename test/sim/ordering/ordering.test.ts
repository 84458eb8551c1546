import { describe, expect, test } from 'vitest';
import { falseRate } from '../../../sim/ordering/false-rate.ts';
import { ordering, orderingSteps } from '../../../sim/ordering/ordering.ts';
import { shareWithInterval } from '../../../sim/ordering/share-with-interval.ts';
import type { Pair, PairDecision } from '../../../src/ranking/ordering/decide-pairs.ts';
import { meanWithError } from '../../../src/statistics/mean-with-error.ts';
import { MODELS, simulatedBank } from '../../ranking/simulated-bank.ts';

describe('a study of orders', () => {
  const names = MODELS.slice(0, 9);
  const request = {
    bank: simulatedBank(names, 80),
    families: null,
    confidence: 0.9,
    margin: 3,
    budgets: [200, 400, 720],
    seeds: 1,
    seed: 1,
  };

  test('both allocations are looked at after as many items', () => {
    const doing: string[] = [];
    const report = ordering(request, (step) => doing.push(step));
    expect(doing).toHaveLength(orderingSteps(request));
    expect(report.pairs).toBe(36);
    request.budgets.forEach((budget, k) => {
      const [adaptive, equal] = report.results.slice(2 * k, 2 * k + 2);
      expect([adaptive, equal].map(({ allocation }) => allocation)).toEqual(['adaptive', 'equal']);
      expect(adaptive.spent.mean).toBeLessThanOrEqual(budget);
      // A budget that is not used up means that all is decided; equal lengths leave less than an item a model.
      for (const own of [adaptive, equal]) {
        expect(own.ordered.mean + own.tied.mean + own.undecided.mean).toBeCloseTo(1, 12);
        expect(own.needs.mean).toBeLessThanOrEqual(own.spent.mean);
        if (own.undecided.mean > 0) expect(own.spent.mean).toBeGreaterThan(budget - names.length);
      }
      expect(equal.saving).toBeNull();
      expect(adaptive.saving!.mean).toBeCloseTo(1 - adaptive.needs.mean / equal.needs.mean, 12);
    });
    expect(report.results[4].undecided.mean).toBe(0);
  });

  test('a budget below an item a model is refused', () => {
    expect(() => ordering({ ...request, budgets: [8] })).toThrow('at least 9');
  });
});

test('means over seeds, and Wilson intervals', () => {
  expect(meanWithError([1, 3])).toEqual({ mean: 2, se: 1 });
  expect(meanWithError([1])).toEqual({ mean: 1, se: null });
  // R: prop.test(1, 10, correct = FALSE)$conf.int
  const { value, low, high } = shareWithInterval(1, 10);
  expect(value).toBe(0.1);
  expect(low).toBeCloseTo(0.01787621, 4);
  expect(high).toBeCloseTo(0.40415, 4);
});

test('false declarations: counted by verdict, with the jackknife over families', () => {
  const pair = (first: number, second: number, verdict: PairDecision): Pair => ({
    first,
    second,
    verdict,
    difference: 0,
    se: 0,
    ahead: 0,
    close: 0,
    risk: 0,
    seAtEnd: 0,
    decidable: 1,
  });
  const actual = [0.9, 0.7, 0.5];
  const pairs = [pair(0, 1, 'above'), pair(0, 2, 'below'), pair(1, 2, 'tied')];
  const orders = falseRate([pairs], ['above', 'below'], actual, ['a', 'b', 'c'], 0.01);
  expect(orders).toMatchObject({ declared: 2, false: 1, rate: 0.5 });
  // Without a no order is left.
  expect(orders.se).toBeNull();
  expect(falseRate([pairs], ['tied'], actual, ['a', 'b', 'c'], 0.01)).toMatchObject({
    declared: 1,
    false: 1,
    rate: 1,
  });
  const all = falseRate([pairs], ['above', 'below', 'tied'], actual, ['a', 'b', 'c'], 0.3);
  // Without a 0 of 1 are false, without b 1 of 1, without c 0 of 1.
  expect(all).toMatchObject({ declared: 3, false: 1 });
  expect(all.se).toBeCloseTo(Math.sqrt(((2 / 3) * 2) / 3), 12);
});
