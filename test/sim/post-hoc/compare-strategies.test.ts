import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareStrategies, compareStudies } from '../../../sim/post-hoc/compare-strategies.ts';
import { familyPairs, pairTau } from '../../../sim/post-hoc/family-pairs.ts';
import type { StrategyScore } from '../../../sim/post-hoc/strategies.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { kendall } from '../../../src/statistics/kendall.ts';

/** Some dozen additions. */
const DIGITS = 12;

describe('τ of a sample of families', () => {
  const model = fc.record({
    predicted: fc.integer({ min: 0, max: 4 }),
    actual: fc.integer({ min: 0, max: 4 }),
    family: fc.integer({ min: 0, max: 3 }),
  });
  const models = fc.array(model, { minLength: 2, maxLength: 9 });
  const counts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 });

  test('is τ over the copies, pairs of copies of one model left out', () => {
    fc.assert(
      fc.property(models, counts, (list, times) => {
        const pairs = familyPairs(
          list.map((m) => m.predicted),
          list.map((m) => m.actual),
          Int32Array.from(list, (m) => m.family),
          4,
        );
        const copies = list.flatMap((m, id) => new Array(times[m.family]).fill({ ...m, id }));
        let [c, x, y] = [0, 0, 0];
        for (const [at, p] of copies.entries())
          for (const q of copies.slice(0, at)) {
            if (p.id === q.id) continue;
            c += Math.sign(p.predicted - q.predicted) * Math.sign(p.actual - q.actual);
            x += p.predicted === q.predicted ? 0 : 1;
            y += p.actual === q.actual ? 0 : 1;
          }
        const tau = pairTau(pairs, Float64Array.from(times));
        if (x === 0 || y === 0) expect(tau).toBeNull();
        else expect(tau).toBeCloseTo(c / Math.sqrt(x * y), DIGITS);
      }),
    );
  });

  test('of each family once is Kendall’s τ-b', () => {
    const [x, y] = [
      [3, 1, 2, 2, 5],
      [1, 2, 2, 4, 6],
    ];
    const pairs = familyPairs(x, y, Int32Array.of(0, 0, 1, 2, 1), 3);
    expect(pairTau(pairs, Float64Array.of(1, 1, 1))).toBeCloseTo(
      kendall(x, y).value ?? Number.NaN,
      DIGITS,
    );
  });
});

const MODELS = 24;
const SEEDS = 3;
const LENGTHS = [10, 20];
const families = Array.from({ length: MODELS }, (_, i) => `f${i % 12}`);
const noise = randomStream('compare');
const actual = Float64Array.from({ length: MODELS }, (_, i) => 0.2 + (0.6 * i) / MODELS);
const errors = LENGTHS.map((length) =>
  Array.from({ length: SEEDS }, () =>
    Array.from({ length: MODELS }, () => (0.3 * randomNormal(noise)) / Math.sqrt(length)),
  ),
);
const strategy = (change: (error: number, length: number) => number): StrategyScore[][][] =>
  errors.map((ofLength, l) =>
    ofLength.map((row) =>
      row.map((error, i) => ({
        items: LENGTHS[l],
        score: actual[i] + change(error, LENGTHS[l]),
        interval: null,
        prediction: null,
      })),
    ),
  );
const same = strategy((error) => error);
const compare = (
  a: StrategyScore[][][],
  b: StrategyScore[][][],
  of: readonly string[] = families,
) => compareStrategies(['a', 'b'], LENGTHS, [a, b], actual, of, 1);

describe('comparing', () => {
  test('a strategy with itself: ratio 1, difference 0, and no doubt', () => {
    const { lengths, pooled, resamples } = compare(same, same);
    expect(resamples).toBe(2000);
    for (const result of [...lengths, pooled]) {
      expect(result.errorRatio).toEqual({ value: 1, low: 1, high: 1, verdict: 'not worse' });
      const { value, low, high, verdict } = result.kendallDifference;
      expect([value, low, high].map(Math.abs as (x: number | null) => number)).toEqual([0, 0, 0]);
      expect(verdict).toBe('not worse');
    }
  });

  test('paired: one that always errs twice as much has the ratio 2 in every draw', () => {
    const { lengths, pooled } = compare(
      strategy((error) => 2 * error),
      same,
    );
    for (const { errorRatio } of [...lengths, pooled]) {
      expect(errorRatio.value).toBeCloseTo(2, DIGITS);
      expect(errorRatio.low).toBeCloseTo(2, DIGITS);
      expect(errorRatio.high).toBeCloseTo(2, DIGITS);
      expect(errorRatio.verdict).toBe('worse');
    }
  });

  test('over lengths: the geometric mean of the ratios', () => {
    const { lengths, pooled } = compare(
      strategy((error, length) => (length === 10 ? 0.5 : 0.125) * error),
      same,
    );
    expect(lengths.map(({ length }) => length)).toEqual(LENGTHS);
    expect(lengths[0].errorRatio.value).toBeCloseTo(0.5, DIGITS);
    expect(pooled.errorRatio.value).toBeCloseTo(0.25, DIGITS);
    expect(pooled.errorRatio.verdict).toBe('better');
  });

  test('τ: the mean difference over the seeds, first less second', () => {
    const reversed = strategy((error) => -3 * error);
    const { lengths, pooled } = compare(same, reversed);
    const tau = (rows: StrategyScore[][]) =>
      rows.reduce(
        (sum, row) =>
          sum +
          (kendall(
            row.map(({ score }) => score),
            actual,
          ).value ?? Number.NaN) /
            SEEDS,
        0,
      );
    const expected = LENGTHS.map((_, l) => tau(same[l]) - tau(reversed[l]));
    lengths.forEach(({ kendallDifference: { value, low, high } }, l) => {
      expect(value).toBeCloseTo(expected[l], DIGITS);
      expect(low).toBeLessThan(expected[l]);
      expect(high).toBeGreaterThan(expected[l]);
    });
    expect(pooled.kendallDifference.value).toBeCloseTo((expected[0] + expected[1]) / 2, DIGITS);
  });

  test('τ: clearly lower is worse, clearly higher is better', () => {
    const exact = strategy(() => 0);
    const wild = strategy((error) => 3 * error);
    expect(compare(wild, exact).pooled.kendallDifference.verdict).toBe('worse');
    expect(compare(exact, wild).pooled.kendallDifference.verdict).toBe('better');
  });

  test('its interval is as wide as theory says of a ratio of means over families', () => {
    const other = strategy((error) => error + 0.1 * Math.sin(1e4 * error));
    const { errorRatio } = compare(other, same).lengths[0];
    // Linearised: the ratio's error is Σ_f (A_f − r B_f) / Σ B, summed over families that are drawn anew.
    const sums = (rows: StrategyScore[][]) => {
      const of = new Float64Array(12);
      for (const row of rows)
        row.forEach(({ score }, i) => {
          of[i % 12] += Math.abs(score - actual[i]);
        });
      return of;
    };
    const [a, b] = [sums(other[0]), sums(same[0])];
    const total = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0);
    const r = total(a) / total(b);
    const variance = total(a.map((value, f) => (value - r * b[f]) ** 2)) / total(b) ** 2;
    expect(errorRatio.value).toBeCloseTo(r, DIGITS);
    const width = (errorRatio.high ?? Number.NaN) - (errorRatio.low ?? Number.NaN);
    // Terms of second order, and 2,000 draws (3% of a width): a fifth.
    expect(Math.abs(width / (2 * 1.645 * Math.sqrt(variance)) - 1)).toBeLessThan(0.2);
  });

  test('families are drawn whole: with one, every draw is the sample itself', () => {
    const one = compare(
      strategy((error) => error + 0.1),
      same,
      new Array(MODELS).fill('f'),
    );
    const { value, low, high } = one.lengths[0].errorRatio;
    expect(low).toBeCloseTo(value ?? Number.NaN, DIGITS);
    expect(high).toBeCloseTo(value ?? Number.NaN, DIGITS);
  });

  test('without any errors: equal; against none: not defined', () => {
    const exact = strategy(() => 0);
    expect(compare(exact, exact).pooled.errorRatio.value).toBe(1);
    const { value, verdict } = compare(same, exact).pooled.errorRatio;
    expect([value, verdict]).toEqual([null, 'undecided']);
  });

  test('the same again is the same', () => {
    const other = strategy((error) => error + 0.1);
    expect(compare(other, same)).toEqual(compare(other, same));
  });
});

describe('comparing over several studies', () => {
  const noisy = strategy((error, length) => (length === 10 ? 0.7 : 1.4) * error + 0.001);
  const study = { population: 'a', families, outcomes: [noisy, same], actual };

  test('one study: the same figures as without', () => {
    const { lengths, pooled } = compare(noisy, same);
    const { studies, pooled: all } = compareStudies(['a', 'b'], [study], 1);
    expect(studies[0].map((result, l) => ({ length: LENGTHS[l], ...result }))).toEqual(lengths);
    expect(all).toEqual(pooled);
  });

  test('the same study twice: the same families in every draw, and nothing gained', () => {
    const { pooled } = compare(noisy, same);
    const twice = compareStudies(['a', 'b'], [study, study], 1);
    expect(twice.studies[0]).toEqual(twice.studies[1]);
    for (const end of ['value', 'low', 'high'] as const) {
      expect(twice.pooled.errorRatio[end]).toBeCloseTo(pooled.errorRatio[end]!, DIGITS);
      expect(twice.pooled.kendallDifference[end]).toBeCloseTo(pooled.kendallDifference[end]!, 9);
    }
  });

  test('another population is drawn on its own: geometric mean of ratios, and a narrower interval', () => {
    const other = { ...study, population: 'b' };
    const one = compareStudies(['a', 'b'], [study], 1).pooled;
    const two = compareStudies(['a', 'b'], [study, other], 1).pooled;
    expect(two.errorRatio.value).toBeCloseTo(one.errorRatio.value!, DIGITS);
    const width = ({ low, high }: { low: number | null; high: number | null }) => high! - low!;
    expect(width(two.errorRatio)).toBeLessThan(0.9 * width(one.errorRatio));
  });
});
