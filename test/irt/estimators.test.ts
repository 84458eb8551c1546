import { describe, expect, test } from 'vitest';
import { type Answers, answersOf } from '../../src/irt/answers.ts';
import { estimateEap } from '../../src/irt/estimate/eap.ts';
import { ESTIMATORS, estimateAbility, STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { estimateMap, estimateMl } from '../../src/irt/estimate/mode.ts';
import { estimateWle } from '../../src/irt/estimate/wle.ts';
import { gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { testInformation } from '../../src/irt/test-information.ts';
import { randomStream } from '../../src/random.ts';
import { IS_ALL } from '../repetitions.ts';
import { drawAnswers, simulatedItems } from './simulated-answers.ts';

const gridFor = (answers: Answers) => gridOf(answers, -6, 6, stepFor(answers.items, 0.25));
const TWO_PL = itemParameters({ a: [1, 1.5, 0.7, 1.2], b: [-1, 0, 0.5, 1] });

/** 40,000 in `npm run test:all`. */
const MANY = IS_ALL ? 40_000 : 10_000;

describe(`${MANY} items`, () => {
  const TRUTH = 0.7;
  const items = simulatedItems(MANY, randomStream(1, 'forty thousand items'));
  const row = new Float64Array(items.count);
  drawAnswers(TRUTH, items, randomStream(1, 'forty thousand answers'), row);
  const answers = answersOf(items, row);
  const grid = gridFor(answers);
  const se = 1 / Math.sqrt(testInformation(TRUTH, items));

  test('the log-likelihood is finite: the likelihood itself is below 10⁻²⁰⁰⁰', () => {
    expect(grid.logLikelihood.every(Number.isFinite)).toBe(true);
    expect(logLikelihood(TRUTH, answers)).toBeLessThan(-0.46 * MANY);
  });

  test.each(ESTIMATORS)('%s finds the ability', (name) => {
    const estimate = estimateAbility(name, answers, grid);
    expect(estimate.atBound).toBe(false);
    expect(Math.abs(estimate.ability - TRUTH)).toBeLessThan(4 * se);
    expect(estimate.se / se).toBeGreaterThan(0.97);
    expect(estimate.se / se).toBeLessThan(1.03);
  });

  test('the posterior is normal by now: mean and mode agree to a hundredth of its width', () => {
    const mean = estimateEap(answers, grid, STANDARD_NORMAL).ability;
    const mode = estimateMap(answers, grid, STANDARD_NORMAL).ability;
    expect(Math.abs(mean - mode)).toBeLessThan(0.01 * se);
  });
});

describe('answers without information', () => {
  const none = answersOf(TWO_PL, [Number.NaN, Number.NaN, Number.NaN, Number.NaN]);

  test('no answer: map and eap give the prior, ml and wle an infinite standard error', () => {
    const prior = { mean: 0.5, sd: 0.8 };
    const grid = gridFor(none);
    expect(estimateMap(none, grid, prior)).toEqual({ ability: 0.5, se: 0.8, atBound: false });
    const eap = estimateEap(none, grid, prior);
    // Cut off at ± 6, seven standard deviations away.
    expect(eap.ability).toBeCloseTo(0.5, 9);
    expect(eap.se).toBeCloseTo(0.8, 9);
    for (const estimate of [estimateMl, estimateWle])
      expect(estimate(none, grid)).toMatchObject({
        se: Number.POSITIVE_INFINITY,
        atBound: false,
      });
  });

  test('items too far and too steep to tell: an infinite standard error, the bound nearest to them', () => {
    const far = itemParameters({ a: [40, 50], b: [60, 70], c: [0.2, 0.2] });
    const answers = answersOf(far, [1, 0]);
    for (const estimate of [estimateMl, estimateWle]) {
      const { ability, se } = estimate(answers, gridFor(answers));
      expect(Number.isFinite(ability)).toBe(true);
      expect(se).toBe(Number.POSITIVE_INFINITY);
    }
    expect(estimateWle(answers, gridFor(answers))).toMatchObject({ ability: 6, atBound: true });
  });

  test('all right gives the upper bound, even if the likelihood rounds to 1 far below it', () => {
    const easy = itemParameters({ a: [50, 50], b: [-6, -6], c: [0.2, 0], d: [1, 0.9] });
    const answers = answersOf(easy, [1, 1]);
    expect(estimateMl(answers, gridFor(answers))).toMatchObject({ ability: 6, atBound: true });
  });
});

describe('all right and all wrong', () => {
  test('wle of a two-parameter test is finite', () => {
    for (const u of [0, 1]) {
      const answers = answersOf(TWO_PL, [u, u, u, u]);
      const { ability, atBound } = estimateWle(answers, gridFor(answers));
      expect(atBound).toBe(false);
      expect(Math.sign(ability)).toBe(2 * u - 1);
    }
  });

  test('bounds that are too narrow are said', () => {
    const answers = answersOf(TWO_PL, [1, 1, 1, 1]);
    const grid = gridOf(answers, -1, 1, 0.25);
    for (const name of ['ml', 'wle', 'map'] as const)
      expect(estimateAbility(name, answers, grid, { mean: 0, sd: 5 })).toMatchObject({
        ability: 1,
        atBound: true,
      });
    const eap = estimateEap(answers, grid, STANDARD_NORMAL);
    expect(eap.ability).toBeLessThan(1);
    expect(eap.atBound).toBe(true);
  });

  test('a posterior that a bound cuts off is at the bound, for eap too', () => {
    const items = simulatedItems(1500, randomStream(8), '2PL');
    const alike = (u: number) => answersOf(items, new Array(1500).fill(u));
    for (const u of [0, 1]) {
      const grid = gridOf(alike(u), -4, 4, 0.25);
      const { ability, atBound } = estimateEap(alike(u), grid, STANDARD_NORMAL);
      expect(Math.sign(ability)).toBe(2 * u - 1);
      expect(atBound).toBe(true);
    }
    const row = new Array<number>(1500).fill(0);
    drawAnswers(2, items, randomStream(9), row);
    const some = answersOf(items, row);
    expect(estimateEap(some, gridOf(some, -4, 4, 0.25), STANDARD_NORMAL).atBound).toBe(false);
  });
});

test('a score of one half, twice, is one right and one wrong answer', () => {
  const items = itemParameters({ a: [1.3, 1.3, 0.8], b: [0.2, 0.2, -1], c: [0.2, 0.2, 0] });
  const halves = answersOf(items, [0.5, 0.5, 1]);
  const wholes = answersOf(items, [1, 0, 1]);
  for (const name of ESTIMATORS) {
    const one = estimateAbility(name, halves, gridFor(halves));
    const other = estimateAbility(name, wholes, gridFor(wholes));
    expect(Math.abs(one.ability - other.ability)).toBeLessThan(1e-10);
    expect(Math.abs(one.se - other.se)).toBeLessThan(1e-10);
  }
});

describe('two maxima of a long test', () => {
  const SORTS = [
    { a: 2, b: -2, c: 0.25, score: 0.5, count: 4000 },
    { a: 2, b: 2, c: 0.25, score: 0.95, count: 0 },
  ];

  /**
   * 4,000 answers make a maximum near −2.3, and as many to other items as it takes another one near 2.5 that is
   * higher or lower by less than one answer. A node of the grid lies up to ½ I (step/2)² below the maximum beside it,
   * by 30 here: wherever the nodes fall, the higher of the two is found.
   */
  test.each([0, 0.08, 0.16])('nodes moved by %d', (shift) => {
    for (const apart of [0, 0.08]) {
      const sorts = SORTS.map((sort, k) => ({ ...sort, b: sort.b + shift + k * apart }));
      const singles = sorts.map(({ a, b, c, score }) =>
        answersOf(itemParameters({ a: [a], b: [b], c: [c] }), [score]),
      );
      const height = (theta: number, other: number) =>
        sorts[0].count * logLikelihood(theta, singles[0]) +
        other * logLikelihood(theta, singles[1]);
      // From −4 to 0, and from 0 to 4.
      const sides = [-4, 0].map((from) =>
        Array.from({ length: 401 }, (_, k) =>
          singles.map((single) => logLikelihood(from + k / 100, single)),
        ),
      );
      const highest = (other: number) =>
        sides.map((side) =>
          Math.max(...side.map(([own, second]) => sorts[0].count * own + other * second)),
        );
      let other = 0;
      for (let jump = 65_536; jump >= 1; jump /= 2) {
        const [left, right] = highest(other + jump);
        if (left > right) other += jump;
      }
      for (const count of [other, other + 1]) {
        const [left, right] = highest(count);
        expect(Math.abs(left - right)).toBeLessThan(2);
        const which = Array.from({ length: sorts[0].count + count }, (_, j) =>
          j < sorts[0].count ? sorts[0] : sorts[1],
        );
        const items = itemParameters({
          a: which.map((sort) => sort.a),
          b: which.map((sort) => sort.b),
          c: which.map((sort) => sort.c),
        });
        const answers = answersOf(
          items,
          which.map((sort) => sort.score),
        );
        const grid = gridOf(answers, -4, 4, 0.25);
        for (const estimate of [estimateMl, estimateMap]) {
          const { ability } = estimate(answers, grid, { mean: 0, sd: 1000 });
          expect(height(ability, count)).toBeGreaterThan(Math.max(left, right) - 1e-4);
        }
      }
    }
  });
});

describe('priors that hold almost everything to be known', () => {
  const items = simulatedItems(243, randomStream(1, 'narrow priors'));
  const row = new Float64Array(items.count);
  drawAnswers(0.7, items, randomStream(1, 'narrow answers'), row);
  const answers = answersOf(items, row);
  const grid = gridFor(answers);

  test.each(
    [1e-200, 1e-9, 1e-3, 0.05].flatMap((sd) => [-50, 0.123, 6].map((mean) => ({ mean, sd }))),
  )('EAP under normal($mean, $sd) is near the mean', (prior) => {
    const { ability, se } = estimateEap(answers, grid, prior);
    const nearest = Math.min(6, Math.max(-6, prior.mean));
    const slope = answers.items.a.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(ability - nearest)).toBeLessThanOrEqual(slope * prior.sd ** 2 + 5 * prior.sd);
    expect(se).toBeLessThanOrEqual(prior.sd * 1.0001);
  });

  test.each([0.001, 0.01, 0.04])('and is the mean of the posterior, under an sd of %f', (sd) => {
    const prior = { mean: 0.6, sd };
    const fine = gridOf(answers, 0.6 - 12 * sd, 0.6 + 12 * sd, sd / 100);
    const weights = fine.logLikelihood.map(
      (height, q) => height - 0.5 * ((fine.nodes[q] - 0.6) / sd) ** 2,
    );
    const top = Math.max(...weights);
    let [mass, first] = [0, 0];
    for (const [q, height] of weights.entries()) {
      mass += Math.exp(height - top);
      first += Math.exp(height - top) * (fine.nodes[q] - 0.6);
    }
    // Of a standard deviation: the documented precision.
    expect(
      Math.abs(estimateEap(answers, grid, prior).ability - 0.6 - first / mass) / sd,
    ).toBeLessThan(1e-8);
  });
});
