import { describe, expect, test } from 'vitest';
import type { StrategyScore } from '../../../sim/post-hoc/strategies.ts';
import { summarise } from '../../../sim/post-hoc/summary.ts';
import { kendall } from '../../../src/statistics/kendall.ts';

/** A handful of additions. */
const DIGITS = 12;

const sampled = (score: number, low: number, high: number, items = 10): StrategyScore => ({
  items,
  score,
  interval: { score, low, high },
  prediction: null,
});
const actual = Float64Array.of(0.2, 0.4, 0.6, 0.8);
const families = ['a', 'b', 'c', 'd'];
const seeds = [
  [sampled(0.3, 0.1, 0.5), sampled(0.4, 0.3, 0.5), sampled(0.5, 0.4, 0.55), sampled(0.9, 0.7, 1)],
  [
    sampled(0.2, 0.1, 0.5),
    sampled(0.5, 0.3, 0.5),
    sampled(0.4, 0.4, 0.8, 6),
    sampled(0.8, 0.81, 1),
  ],
];
const errors = [
  [10, 0, 10, 10],
  [0, 10, 20, 0],
];

describe('summarise', () => {
  const result = summarise('random', 10, seeds, actual, families, 1);

  test('error, bias, items: means over examinees and seeds', () => {
    expect(result).toMatchObject({ strategy: 'random', length: 10, itemsUsed: 76 / 8 });
    expect(result.mae).toBeCloseTo(60 / 8, DIGITS);
    expect(result.bias).toBeCloseTo((10 + 0 - 10 + 10 + 0 + 10 - 20 + 0) / 8, DIGITS);
  });

  test('correlations: the mean of the seeds’', () => {
    expect(result.kendall).toBeCloseTo((1 + 2 / 3) / 2, DIGITS);
    expect(result.spearman).toBeCloseTo((1 + 0.8) / 2, DIGITS);
  });

  test('coverage counts the ends in; width is the mean in points', () => {
    // Outside: .6 above .55, and .8 below .81.
    expect(result.coverage90).toBe(6 / 8);
    expect(result.width90).toBeCloseTo(
      (100 * (0.4 + 0.2 + 0.15 + 0.3 + 0.4 + 0.2 + 0.4 + 0.19)) / 8,
      DIGITS,
    );
  });

  test('the standard error of the mean error: examinees and seeds', () => {
    const variance = (values: number[]) => {
      const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
      return values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1);
    };
    const perExaminee = [0, 1, 2, 3].map((i) => (errors[0][i] + errors[1][i]) / 2);
    const expected = Math.sqrt(variance(perExaminee) / 4 + variance([30 / 4, 30 / 4]) / 2);
    expect(result.seMae).toBeCloseTo(expected, DIGITS);
  });

  test('the standard error of τ: the jackknife over examinees, and the seeds', () => {
    const taus = seeds.map((row) =>
      kendall(
        row.map(({ score }) => score),
        actual,
      ),
    );
    const without = [0, 1, 2, 3].map(
      (i) => ((taus[0].without[i] ?? 0) + (taus[1].without[i] ?? 0)) / 2,
    );
    const mean = without.reduce((sum, v) => sum + v, 0) / 4;
    const jackknife = (3 / 4) * without.reduce((sum, v) => sum + (v - mean) ** 2, 0);
    const [first, second] = taus.map(({ value }) => value ?? Number.NaN);
    const betweenSeeds = (first - second) ** 2 / 2 / 2;
    expect(result.seKendall).toBeCloseTo(Math.sqrt(jackknife + betweenSeeds), DIGITS);
  });

  test('with one seed, its part is missing', () => {
    const one = summarise('random', 10, [seeds[0]], actual, families, 1);
    expect(one.seMae).toBeCloseTo(Math.sqrt(25 / 4), DIGITS);
    expect(one.seKendall).toBeCloseTo(0, DIGITS);
  });
});

test('ties leave τ without a value', () => {
  const tied = [0, 1, 2, 3].map(() => sampled(0.5, 0, 1));
  expect(summarise('random', 10, [tied], actual, families, 1)).toMatchObject({
    kendall: null,
    spearman: null,
    seKendall: null,
    mae: expect.closeTo(20, DIGITS),
  });
});

test('predictions get intervals that would have held for the others', () => {
  const predicted = (score: number, se: number): StrategyScore => ({
    items: 10,
    score,
    interval: null,
    prediction: { score, se, least: 0, most: 1 },
  });
  // Errors of 1, 2, 3 and 5 standard errors; each interval reaches as far as the largest of the others.
  const row = [
    predicted(0.21, 0.01),
    predicted(0.42, 0.01),
    predicted(0.57, 0.01),
    predicted(0.85, 0.01),
  ];
  const { coverage90, width90 } = summarise('paper', 10, [row], actual, families, 1);
  expect(coverage90).toBe(3 / 4);
  expect(width90).toBeCloseTo((100 * 2 * 0.01 * (5 + 5 + 5 + 3)) / 4, 9);
});

describe('the interval of the coverage', () => {
  // Of four models every second interval misses: always those of the same two models.
  const row = [0.2, 0.4, 0.6, 0.8].map((score, i) =>
    i < 2 ? sampled(score, score - 0.1, score + 0.1) : sampled(score, 0, 0.1),
  );
  const of = (names: readonly string[], rows = [row]) =>
    summarise('random', 10, rows, actual, names, 1);

  test('is over families: models of one count as one', () => {
    const apart = of(['a', 'b', 'c', 'd']);
    // Of four independent models with one half held, 1/16 of the draws hold all or none.
    expect([apart.ownCoverage90Low, apart.ownCoverage90, apart.ownCoverage90High]).toEqual([
      0, 0.5, 1,
    ]);
    const mixed = of(['a', 'b', 'a', 'b']);
    expect([mixed.ownCoverage90Low, mixed.ownCoverage90High]).toEqual([0.5, 0.5]);
    const one = of(['a', 'a', 'a', 'a']);
    expect([one.ownCoverage90Low, one.ownCoverage90High]).toEqual([null, null]);
  });

  test('more repetitions of the same models say nothing more', () => {
    const many = of(
      families,
      Array.from({ length: 50 }, () => row),
    );
    expect([many.ownCoverage90Low, many.ownCoverage90High]).toEqual([0, 1]);
  });

  test('of intervals that were not widened, both are the same', () => {
    const result = summarise('random', 10, seeds, actual, families, 1);
    expect([result.coverage90Low, result.coverage90High]).toEqual([
      result.ownCoverage90Low,
      result.ownCoverage90High,
    ]);
    expect(result.coverage90Low).toBeLessThan(result.coverage90);
  });
});

test('the standard error of the width: families and seeds', () => {
  const { seWidth90 } = summarise('random', 10, [seeds[0]], actual, families, 1);
  const widths = [40, 20, 15, 30];
  const mean = 105 / 4;
  const scatter = widths.reduce((sum, w) => sum + (w - mean) ** 2, 0) / 3;
  expect(seWidth90).toBeCloseTo(Math.sqrt(scatter / 4), DIGITS);
});

describe('alarms', () => {
  const alarmed = (alarms: readonly (boolean | undefined)[]) =>
    summarise(
      'robust',
      10,
      // The third interval misses its score.
      [
        seeds[0].map((outcome, i) =>
          alarms[i] === undefined ? outcome : { ...outcome, alarm: alarms[i] },
        ),
      ],
      actual,
      families,
      1,
    );

  test('of all tests, and of those whose interval misses', () => {
    const right = alarmed([false, true, true, false]);
    expect([right.alarmRate, right.alarmRateMissed]).toEqual([0.5, 1]);
    const wrong = alarmed([true, true, false, false]);
    expect([wrong.alarmRate, wrong.alarmRateMissed]).toEqual([0.5, 0]);
  });

  test('null if the strategy gives none, and for misses if no interval misses', () => {
    const none = alarmed([]);
    expect([none.alarmRate, none.alarmRateMissed]).toEqual([null, null]);
    const holding = [0.2, 0.4, 0.6, 0.8].map((score) => ({
      ...sampled(score, 0, 1),
      alarm: false,
    }));
    const all = summarise('robust', 10, [holding], actual, families, 1);
    expect([all.alarmRate, all.alarmRateMissed]).toEqual([0, null]);
  });
});
