import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { CORRELATIONS, compareBoards } from '../../../src/ranking/two-boards/compare-boards.ts';
import { disagreements, reliability } from '../../../src/ranking/two-boards/disagreements.ts';
import { drawTrueScores } from '../../../src/ranking/two-boards/true-scores.ts';
import { correlationInterval } from '../../../src/statistics/correlation-interval.ts';
import { NORMAL_90 } from '../../../src/statistics/normal-points.ts';
import { quantile } from '../../../src/statistics/quantile.ts';

const golden: {
  coefficients: {
    x: number[];
    y: number[];
    kendall: number;
    spearman: number;
    pearson: number;
    pearsonInterval90: [number, number];
  }[];
  posteriors: {
    x: number[];
    y: number[];
    xError: number;
    yError: number;
    points: [number, number, number];
  }[];
} = JSON.parse(
  readFileSync(new URL('../../golden/agreement/values.json', import.meta.url), 'utf8'),
);

/** A few roundings of 2^-53. */
const ROUNDING = 1e-14;

function scoresOf(x: number[], y: number[], xError = 0, yError = 0) {
  return {
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    xError: new Float64Array(x.length).fill(xError),
    yError: new Float64Array(y.length).fill(yError),
  };
}

test.each(golden.coefficients)('coefficients and the interval of r as scipy has them', (of) => {
  const { coefficients } = compareBoards(
    scoresOf(of.x, of.y),
    [false, false],
    0.9,
    randomStream(1),
  );
  for (const name of CORRELATIONS) {
    expect(Math.abs(coefficients[name].measured! - of[name])).toBeLessThan(ROUNDING);
    expect(coefficients[name].these).toBeNull();
  }
  // The tail probability is found by bisection to 1e-12.
  const { low, high } = coefficients.pearson.interval!;
  expect(Math.abs(low - of.pearsonInterval90[0])).toBeLessThan(1e-9);
  expect(Math.abs(high - of.pearsonInterval90[1])).toBeLessThan(1e-9);
});

test.each(golden.posteriors)(
  'errors $xError, $yError: the posterior of r of normal true scores on a grid',
  (of) => {
    const draws: number[] = [];
    drawTrueScores(
      scoresOf(of.x, of.y, of.xError, of.yError),
      20_000,
      randomStream(1),
      (_, __, correlation) => draws.push(correlation),
      [Number.POSITIVE_INFINITY],
    );
    const sorted = Float64Array.from(draws).sort();
    const [lowest, middle, highest] = of.points;
    // Four standard errors of such points over 20,000 dependent draws, by ten seeds; less near the bound of 1.
    expect(Math.abs(quantile(sorted, 0.05) - lowest)).toBeLessThan(0.03);
    expect(Math.abs(quantile(sorted, 0.5) - middle)).toBeLessThan(0.008);
    expect(Math.abs(quantile(sorted, 0.95) - highest)).toBeLessThan(0.004);
  },
);

test('true scores that are close together are not taken for as far apart as a few others', () => {
  const random = randomStream(3, 'tail');
  const [many, few, error] = [24, 4, 0.3];
  const scores = () =>
    Array.from(
      { length: many + few },
      (_, i) => (i < many ? 0 : 2 * (i - many + 1)) + error * randomNormal(random),
    );
  const of = scoresOf(scores(), scores(), error, error);
  const sd = (values: Float64Array) => {
    const own = values.subarray(0, many);
    const centre = own.reduce((sum, x) => sum + x, 0) / many;
    return Math.sqrt(own.reduce((sum, x) => sum + (x - centre) ** 2, 0) / many);
  };
  const drawn = (tails?: readonly number[]) => {
    let sum = 0;
    drawTrueScores(
      of,
      2000,
      randomStream(1),
      (u) => {
        sum += sd(u) / 2000;
      },
      tails,
    );
    return sum;
  };
  // All of the spread of the many is error. A normal distribution takes it for true.
  expect(drawn()).toBeLessThan(0.7 * drawn([Number.POSITIVE_INFINITY]));
});

test('scores without errors: true scores are the measured ones', () => {
  const { x, y, kendall } = golden.coefficients[0];
  const { these } = compareBoards(scoresOf(x, y), [true, true], 0.9, randomStream(1)).coefficients
    .kendall;
  for (const end of [these!.low, these!.value, these!.high])
    expect(Math.abs(end - kendall)).toBeLessThan(ROUNDING);
});

test('errors make measured agreement smaller: without them it is larger, and its interval wider with larger errors', () => {
  const random = randomStream(1, 'attenuated');
  const u = Array.from({ length: 40 }, () => randomNormal(random));
  const x = u.map((value) => value + 0.6 * randomNormal(random));
  const y = u.map((value) => value + 0.6 * randomNormal(random));
  const of = (error: number) =>
    compareBoards(scoresOf(x, y, error, error), [true, true], 0.9, randomStream(2), { draws: 1000 })
      .coefficients.pearson;
  const { measured, these } = of(0.6);
  expect(these!.value).toBeGreaterThan(measured! + 0.1);
  expect(these!.high - these!.low).toBeGreaterThan(of(0.2).these!.high - of(0.2).these!.low);
});

test('too few models, equal scores: no interval and no failure', () => {
  const few = compareBoards(
    scoresOf([1, 2, 3], [1, 3, 2], 1, 1),
    [true, true],
    0.9,
    randomStream(1),
  );
  expect(few.coefficients.kendall.measured).toBeCloseTo(1 / 3, 12);
  expect(few.coefficients.kendall).toMatchObject({ interval: null, these: null, like: null });
  const equal = compareBoards(
    scoresOf([2, 2, 2, 2, 2], [1, 2, 3, 4, 5], 1, 1),
    [true, true],
    0.9,
    randomStream(1),
  );
  expect(equal.coefficients.pearson).toMatchObject({ measured: null, interval: null, these: null });
  expect(equal.models).toEqual([]);
});

const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 })), {
  minLength: 5,
  maxLength: 25,
});
const measured = (x: number[], y: number[]) =>
  compareBoards(scoresOf(x, y), [false, false], 0.9, randomStream(1)).coefficients;

test('coefficients are symmetric, and order is all that τ and ρ see', () => {
  fc.assert(
    fc.property(pairs, (scores) => {
      const [x, y] = [scores.map(([p]) => p), scores.map(([, q]) => q)];
      const [there, back] = [measured(x, y), measured(y, x)];
      const bent = measured(
        x.map((value) => Math.exp(value / 5)),
        y.map((value) => value ** 3),
      );
      for (const name of CORRELATIONS) {
        const value = there[name].measured;
        expect(back[name].measured === null).toBe(value === null);
        if (value === null) continue;
        expect(back[name].measured).toBeCloseTo(value, 12);
        if (name !== 'pearson') expect(bent[name].measured).toBeCloseTo(value, 12);
      }
    }),
  );
});

test('intervals contain their value, lie within ±1 and shrink with the number of models', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.999, max: 0.999, noNaN: true }),
      fc.integer({ min: 5, max: 200 }),
      (value, n) => {
        for (const name of CORRELATIONS) {
          const { low, high } = correlationInterval(name, value, n, NORMAL_90)!;
          expect(low).toBeGreaterThanOrEqual(-1);
          expect(low).toBeLessThan(value);
          expect(high).toBeGreaterThan(value);
          expect(high).toBeLessThanOrEqual(1);
          const more = correlationInterval(name, value, n + 20, NORMAL_90)!;
          expect(more.high - more.low).toBeLessThan(high - low);
        }
      },
    ),
  );
});

test('disagreements: ranks, differences on the scale of the first, and a verdict for the one model that moved', () => {
  const x = [10, 20, 30, 40, 50, 60];
  const y = [1, 2, 9, 4, 5, 6];
  const found = disagreements(scoresOf(x, y, 0.5, 0.05), [true, true]);
  expect(found.map(({ firstRank, secondRank }) => [firstRank, secondRank])).toEqual([
    [6, 6],
    [5, 5],
    [4, 1],
    [3, 4],
    [2, 3],
    [1, 2],
  ]);
  // The five models that agree lie on y = x / 10: there the third is expected at 90.
  expect(found.map(({ difference }) => Math.round(1e9 * difference) / 1e9)).toEqual([
    0, 0, -60, 0, 0, 0,
  ]);
  expect(found[2].se).toBeCloseTo(Math.hypot(0.5, 0.05 * 10), 12);
  expect(found[2].p).toBeLessThan(1e-6);
  expect(disagreements(scoresOf(x, y), [true, false]).every(({ p }) => p === null)).toBe(true);
  expect(reliability(Float64Array.from(x), new Float64Array(6).fill(Math.sqrt(35)))).toBeCloseTo(
    0.9,
    12,
  );
});
