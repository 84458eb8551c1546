import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersOf } from '../../../src/irt/answers.ts';
import { estimateAbility } from '../../../src/irt/estimate/estimate.ts';
import { gridOf, stepFor } from '../../../src/irt/likelihood-grid.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import {
  estimateMixedAbility,
  type MixedEstimator,
} from '../../../src/irt/polytomous/estimate/estimate-mixed.ts';
import {
  mixedAnswersOf,
  mixedLogLikelihood,
  mixedSlope,
} from '../../../src/irt/polytomous/mixed-answers.ts';
import { type MixedItem, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { answeredItems, runs } from '../arbitrary-items.ts';
import { anyItem } from './arbitrary-mixed.ts';

/** Both refine to less than 1e-9; where the likelihood is flat the answer is as uncertain as its rounding, 1e-16 over the bend. */
const SAME = 1e-5;
const ESTIMATORS: readonly MixedEstimator[] = ['ml', 'wle', 'eap'];
const BANK: readonly MixedItem[] = [
  { model: 'logistic', a: 1.4, b: -0.2, c: 0.2 },
  { model: 'graded', a: 1.2, b: [-1.5, 0.1, 1] },
  { model: 'gpcm', a: 0.7, b: [0.5, -0.3, 1.2] },
  { model: 'nominal', slopes: [-1, 0.2, 0.9], intercepts: [0.1, 0.4, -0.2] },
  { model: 'beta', a: 1, b: 0.3, dispersion: 0.15, categories: 6 },
  { model: 'logistic', a: 0.8, b: 0.9 },
];
const ROW = [1, 2, 1, 2, 3, 0];

test('with items of two categories the estimates are those of the 3PL', () => {
  fc.assert(
    fc.property(answeredItems(12, 6), (list) => {
      const items = itemParameters({
        a: list.map(({ a }) => a),
        b: list.map(({ b }) => b),
        c: list.map(({ c }) => c),
        d: list.map(({ d }) => d),
      });
      const mixed = mixedItems(
        list.map(({ a, b, c, d }) => ({ model: 'logistic' as const, a, b, c, d })),
      );
      const row = list.map(({ u }) => u);
      const answers = answersOf(items, row);
      const grid = gridOf(answers, -6, 6, stepFor(items, 0.05));
      for (const estimator of ESTIMATORS) {
        const found = estimateMixedAbility(estimator, mixed, row);
        const expected = estimateAbility(estimator, answers, grid);
        // Of equally high or nearly flat maxima either may be taken.
        const height = (theta: number) => mixedLogLikelihood(theta, mixedAnswersOf(mixed, row));
        const isFlat =
          estimator !== 'eap' && Math.abs(height(found.ability) - height(expected.ability)) < 1e-9;
        if (isFlat) continue;
        expect(Math.abs(found.ability - expected.ability), estimator).toBeLessThan(SAME);
        expect(Math.abs(found.se / expected.se - 1), estimator).toBeLessThan(SAME);
      }
    }),
    runs(200),
  );
});

test('the maximum of the likelihood is the highest of a fine grid', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ item: anyItem, pick: fc.nat() }), { minLength: 1, maxLength: 8 }),
      (list) => {
        const items = mixedItems(list.map(({ item }) => item));
        if (items.values.some((value) => Math.abs(value) > 60)) return;
        const row = list.map(({ pick }, j) => pick % items.categories[j]);
        const answers = mixedAnswersOf(items, row);
        const { ability } = estimateMixedAbility('ml', items, row);
        const height = mixedLogLikelihood(ability, answers);
        for (let k = 0; k <= 120; k++)
          expect(height).toBeGreaterThanOrEqual(mixedLogLikelihood(-6 + k / 10, answers) - 1e-9);
      },
    ),
    runs(100),
  );
});

test('slope and observed information are the derivatives of the log-likelihood', () => {
  const answers = mixedAnswersOf(mixedItems(BANK), ROW);
  const out = { slope: 0, information: 0, observed: 0, warm: 0 };
  for (const theta of [-3, -0.5, 0.2, 2]) {
    // Differences with a step of 1e-4 are right to 1e-7; second ones to 1e-6.
    const [behind, here, ahead] = [-1, 0, 1].map((k) =>
      mixedLogLikelihood(theta + k * 1e-4, answers),
    );
    mixedSlope(theta, answers, out);
    expect(out.slope).toBeCloseTo((ahead - behind) / 2e-4, 6);
    expect(out.observed).toBeCloseTo(-(ahead - 2 * here + behind) / 1e-8, 5);
  }
});

test('EAP is exact where an end of the range cuts the posterior off', () => {
  const [a, b, c, d] = [3.2, -6, 0.05, 1];
  const items = itemParameters({ a: [a, 0.5], b: [b, -3], c: [c, 0], d: [d, 1] });
  const answers = answersOf(items, [0, 0]);
  const expected = estimateAbility('eap', answers, gridOf(answers, -6, 6, 0.05));
  const mixed = mixedItems([
    { model: 'logistic', a, b, c },
    { model: 'logistic', a: 0.5, b: -3 },
  ]);
  const found = estimateMixedAbility('eap', mixed, [0, 0]);
  expect(found.ability).toBeCloseTo(expected.ability, 7);
  expect(found.se).toBeCloseTo(expected.se, 7);
});

test('a mixed bank: EAP by brute force, the maximum where the slope is 0', () => {
  const items = mixedItems(BANK);
  const answers = mixedAnswersOf(items, ROW);
  let [mass, first, second] = [0, 0, 0];
  for (let k = -6000; k <= 6000; k++) {
    const theta = k / 1000;
    const weight = Math.exp(mixedLogLikelihood(theta, answers) - 0.5 * theta * theta);
    mass += weight;
    first += weight * theta;
    second += weight * theta * theta;
  }
  const mean = first / mass;
  const eap = estimateMixedAbility('eap', items, ROW);
  expect(eap.ability).toBeCloseTo(mean, 8);
  expect(eap.se).toBeCloseTo(Math.sqrt(second / mass - mean * mean), 8);
  const ml = estimateMixedAbility('ml', items, ROW);
  const slope = (theta: number) =>
    (mixedLogLikelihood(theta + 1e-5, answers) - mixedLogLikelihood(theta - 1e-5, answers)) / 2e-5;
  expect(Math.abs(slope(ml.ability))).toBeLessThan(1e-8);
  expect(ml.atBound).toBe(false);
});

test('of items without guessing and dispersion, weighted likelihood is penalised by Jeffreys prior', () => {
  // In exponential families J = I′, so that Warm's weight is √I (Warm 1989): a fine grid finds the maximum.
  const items = mixedItems([BANK[2], { model: 'gpcm', a: 1.1, b: [-0.6, 0.2] }, BANK[3]]);
  const row = [3, 2, 2];
  const answers = mixedAnswersOf(items, row);
  const information = (theta: number) => {
    const h = 1e-4;
    const at = (x: number) => mixedLogLikelihood(x, answers);
    return -(at(theta + h) - 2 * at(theta) + at(theta - h)) / (h * h);
  };
  let [best, top] = [0, Number.NEGATIVE_INFINITY];
  for (let k = -6000; k <= 6000; k++) {
    const theta = k / 1000;
    const height = mixedLogLikelihood(theta, answers) + 0.5 * Math.log(information(theta));
    if (height > top) [best, top] = [theta, height];
  }
  expect(Math.abs(estimateMixedAbility('wle', items, row).ability - best)).toBeLessThan(2e-3);
  // All answers are the highest: maximum likelihood has no finite estimate.
  expect(estimateMixedAbility('ml', items, row)).toMatchObject({ ability: 6, atBound: true });
});

test('a test of 300 items is as exact as a short one', () => {
  const items = mixedItems(Array.from({ length: 300 }, () => BANK[2]));
  const row = Array.from({ length: 300 }, (_, j) => j % 4);
  const eap = estimateMixedAbility('eap', items, row);
  const ml = estimateMixedAbility('ml', items, row);
  // The prior adds 1 to the information; the likelihood is normal but for terms of 1/300.
  expect(eap.se * Math.sqrt(ml.se ** -2 + 1)).toBeCloseTo(1, 2);
  const shrunken = ml.ability / (1 + ml.se ** 2);
  expect(Math.abs(eap.ability - shrunken)).toBeLessThan(0.01 * ml.se);
});

test('answers that were not given do not count; a category that does not exist is refused', () => {
  const items = mixedItems(BANK);
  const some = estimateMixedAbility('eap', items, [1, -1, 1, Number.NaN, -1, 0]);
  const these = mixedItems([BANK[0], BANK[2], BANK[5]]);
  expect(some).toEqual(estimateMixedAbility('eap', these, [1, 1, 0]));
  const none = estimateMixedAbility('eap', items, [-1, -1, -1, -1, -1, -1]);
  expect(none.ability).toBeCloseTo(0, 12);
  expect(none.se).toBeCloseTo(1, 6);
  expect(() => estimateMixedAbility('ml', items, [0, 4])).toThrow(
    'the answer to item 2 is 4; accepted: categories from 0 to 3, or −1 for no answer.',
  );
});
