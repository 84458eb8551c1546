import { describe, expect, test } from 'vitest';
import { abilityForScore } from '../../../../item-bank/builtin/climedbench/ability-for-score.ts';
import { itemParameters } from '../../../../src/irt/parameters.ts';
import { probability } from '../../../../src/irt/probability.ts';

const ITEMS = itemParameters({ a: [1, 2, 0.2], b: [-3, 0, 9], c: [0, 0.25, 0.1] });

test.each([0.12, 0.3, 0.5, 0.9, 0.999])('the expected score there is %d', (score) => {
  const theta = abilityForScore(ITEMS, score);
  const { a, b, c, d } = ITEMS;
  const mean = [0, 1, 2].reduce(
    (sum, j) => sum + probability(theta, a[j], b[j], c[j], d[j]) / 3,
    0,
  );
  // The error of three sums of rounded probabilities.
  expect(mean).toBeCloseTo(score, 14);
});

test('one Rasch item: the logit', () => {
  expect(abilityForScore(itemParameters({ a: [1], b: [0.5] }), 0.8)).toBeCloseTo(
    0.5 + Math.log(4),
    14,
  );
});

describe('no ability', () => {
  test.each([0, 0.1, 1, Number.NaN])('has the expected score %d', (score) => {
    expect(() => abilityForScore(ITEMS, score)).toThrow(RangeError);
  });
});
