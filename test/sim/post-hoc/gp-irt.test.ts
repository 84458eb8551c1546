import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gpIrt, halfError, meanWeight } from '../../../sim/post-hoc/gp-irt.ts';
import { prepareBank } from '../../../src/cat/bank.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { fixedTest } from '../../../src/ranking/recorded-test.ts';

/** A handful of additions. */
const DIGITS = 12;

describe('λ', () => {
  test.each([
    [0.01, 0, 0],
    [0, 0.1, 1],
    [0.01, 0.1, 0.5],
    [0, 0, 0.5],
    [0.03, 0.1, 0.25],
  ])('of variance %d and bias %d is %d', (variance, bias, expected) => {
    expect(meanWeight(variance, bias)).toBeCloseTo(expected, DIGITS);
  });

  test('no other weight has a smaller mean squared error', () => {
    const positive = fc.double({ min: 1e-6, max: 1, noNaN: true });
    const weight = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(positive, positive, weight, (variance, bias, other) => {
        const error = (w: number) => w * w * variance + (1 - w) ** 2 * bias * bias;
        expect(error(meanWeight(variance, bias))).toBeLessThanOrEqual(error(other) + 1e-15);
      }),
    );
  });
});

describe('gp-IRT', () => {
  const prediction = { score: 0.8, se: 0.03, least: 0, most: 1 };

  test('without bias it is the prediction', () => {
    const { score, se } = gpIrt(0.4, 0.01, prediction, 0);
    expect([score, se]).toEqual([0.8, 0.03]);
  });

  test('without variance it is the mean', () => {
    const { score, se } = gpIrt(0.4, 0, prediction, 0.1);
    expect([score, se]).toEqual([0.4, 0]);
  });

  test('between, by λ = 1/4: the score, and both standard errors added', () => {
    const { score, se } = gpIrt(0.4, 0.0048, prediction, 0.04);
    expect(score).toBeCloseTo(0.25 * 0.4 + 0.75 * 0.8, DIGITS);
    expect(se).toBeCloseTo(0.25 * Math.sqrt(0.0048) + 0.75 * 0.05, DIGITS);
  });
});

test('half of the answers predict the other half', () => {
  const items = itemParameters({ a: [1, 2, 1, 0.5, 1.5], b: [0, 1, -1, 0.5, 0] });
  const bank = prepareBank(['p', 'q', 'r', 's', 't'], items);
  const scores = Float64Array.of(1, 0, Number.NaN, 1, 1);
  const weights = Float64Array.of(0.25, 0.25, 0, 0.25, 0.25);
  // Answered: p, q, s, t. Asked: p and s.
  const [{ estimate }] = fixedTest(bank, { scores, weights }, [0, 3], [2]);
  const p = (j: number) => probability(estimate.ability, items.a[j], items.b[j], 0, 1);
  const expected = Math.abs((p(1) + p(4)) / 2 - (0 + 1) / 2);
  expect(halfError(bank, { scores, weights })).toBeCloseTo(expected, DIGITS);
});
