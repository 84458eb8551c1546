import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorRatios, scoreInterval, scoreIntervals } from '../../src/ranking/intervals.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';

const prediction = (score: number, se: number, least = 0, most = 1) => ({ score, se, least, most });
/** One rounding of a sum. */
const ROUNDING = 1e-15;

describe('scoreInterval', () => {
  const factor = { factor: 2, verified: true };

  test('reaches `factor` standard errors to each side', () => {
    const { low, high, verified } = scoreInterval(prediction(0.5, 0.1), factor);
    expect(low).toBeCloseTo(0.3, 15);
    expect(high).toBeCloseTo(0.7, 15);
    expect(verified).toBe(true);
  });

  test('is cut to the scores that the answers still allow', () => {
    expect(scoreInterval(prediction(0.5, 0.1, 0.45, 0.6), factor)).toMatchObject({
      low: 0.45,
      high: 0.6,
    });
  });

  test('has no width if nothing is left to predict, and full width if nothing is known', () => {
    const infinite = { factor: Number.POSITIVE_INFINITY, verified: true };
    expect(scoreInterval(prediction(0.5, 0), infinite)).toMatchObject({ low: 0.5, high: 0.5 });
    const unknown = prediction(0.5, Number.POSITIVE_INFINITY, 0.1, 0.9);
    expect(scoreInterval(unknown, factor)).toMatchObject({ low: 0.1, high: 0.9 });
  });
});

test('an interval holds its score even if rounding shifts its bounds', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const rounding = fc.constantFrom(0, 4e-16, -4e-16);
  fc.assert(
    fc.property(
      share,
      share,
      fc.constantFrom(0, 1e-17, 0.1),
      rounding,
      rounding,
      (x, open, se, up, down) => {
        const own = prediction(x, se, x - (se > 0 ? open : 0) + down, x + (se > 0 ? open : 0) + up);
        const { low, high } = scoreInterval(own, { factor: 2, verified: true });
        expect(low).toBeLessThanOrEqual(x);
        expect(high).toBeGreaterThanOrEqual(x);
      },
    ),
  );
});

test('errorRatios: |error| / SE, 0 for an exact prediction', () => {
  const ratios = errorRatios(
    [prediction(0.5, 0.1), prediction(0.5, 0.1), prediction(0.5, 0), prediction(0.5, 0)],
    [0.7, 0.3, 0.5 + 1e-13, 0.6],
  );
  expect(ratios[0]).toBeCloseTo(2, 12);
  expect(ratios[1]).toBeCloseTo(2, 12);
  expect(ratios.slice(2)).toEqual([0, Number.POSITIVE_INFINITY]);
});

describe('scoreIntervals', () => {
  // Twenty families of two; errors of 1, 2, … 40 standard errors.
  const predicted = Array.from({ length: 40 }, () => prediction(0.5, 0.01));
  const actual = predicted.map((_, i) => 0.5 + 0.01 * (i + 1));
  const families = predicted.map((_, i) => `f${Math.floor(i / 2)}`);
  const intervals = scoreIntervals(predicted, actual, families);

  test('the factor comes from the other families', () => {
    // Without its own two, 38 ratios are left: rank ⌈0.9 · 39⌉ = 36, the third largest.
    expect(intervals[0].factor).toBeCloseTo(38, 9);
    expect(intervals[39].factor).toBeCloseTo(36, 9);
    expect(intervals[39].factor).toBe(intervals[38].factor);
  });

  test('one’s own score does not touch one’s own interval', () => {
    const other = scoreIntervals(predicted, actual.with(5, 0.99), families);
    expect(other[5]).toEqual(intervals[5]);
    expect(other[4]).toEqual(intervals[4]);
  });

  test('the low end and the high end are as far', () => {
    for (const { low, high, factor } of intervals) {
      expect(Math.abs(0.5 - low - 0.01 * factor)).toBeLessThan(ROUNDING);
      expect(Math.abs(high - 0.5 - 0.01 * factor)).toBeLessThan(ROUNDING);
    }
  });

  test('a single family has nobody to be checked on', () => {
    const alone = scoreIntervals(
      predicted,
      actual,
      families.map(() => 'f'),
    );
    expect(alone[0]).toMatchObject({ factor: NORMAL_90, verified: false });
  });
});
