import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chiSquareTail } from '../../src/statistics/chi-square-tail.ts';
import { jackknifeError } from '../../src/statistics/jackknife-error.ts';
import { mean } from '../../src/statistics/mean.ts';
import { meanWithError } from '../../src/statistics/mean-with-error.ts';
import { median } from '../../src/statistics/median.ts';
import { moments } from '../../src/statistics/moments.ts';
import { noncentralChiSquareTail } from '../../src/statistics/noncentral-chi-square-tail.ts';
import { NORMAL_90, NORMAL_95 } from '../../src/statistics/normal-points.ts';
import { normalQuantile } from '../../src/statistics/normal-quantile.ts';
import { normalTail } from '../../src/statistics/normal-tail.ts';
import { pearson } from '../../src/statistics/pearson.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { quantileOfCounts } from '../../src/statistics/quantile-of-counts.ts';
import { sampleVariance } from '../../src/statistics/sample-variance.ts';
import { studentQuantile } from '../../src/statistics/student-quantile.ts';
import { studentTail } from '../../src/statistics/student-tail.ts';
import { variance } from '../../src/statistics/variance.ts';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';

const golden: {
  moments: {
    values: number[];
    mean: number;
    variance: number;
    sampleVariance: number;
    standardError: number;
    jackknifeOfMeans: { without: number[]; error: number };
    median: number;
    quantiles: [number, number][];
  }[];
  correlations: { x: number[]; y: number[]; pearson: number }[];
  counts: { counts: [number, number][]; quantiles: [number, number][] };
  normalTail: [number, number][];
  normalQuantile: [number, number][];
  studentTail: [number, number, number][];
  studentQuantile: [number, number, number][];
  chiSquareTail: [number, number, number][];
  chiSquareFarTail: [number, number, number][];
  noncentralChiSquareTail: [number, number, number, number][];
  wilson: { hits: number; n: number; confidence: number; low: number; high: number }[];
} = JSON.parse(readFileSync(new URL('../golden/statistics/values.json', import.meta.url), 'utf8'));

/** A few roundings of 2^-53 each, relative to the largest number that is added. */
const ROUNDING = 1e-15;

function expectNear(found: number, expected: number, within: number): void {
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(within);
}

describe.each(golden.moments)('of $values', (of) => {
  const { values } = of;
  const size = Math.max(...values.map(Math.abs));
  const spread = Math.sqrt(of.variance);

  test('mean, variances, standard error', () => {
    expectNear(mean(values), of.mean, ROUNDING * size);
    // The mean's rounding is squared away; what is left is that of subtracting it.
    const within = 4 * ROUNDING * size * (spread + ROUNDING * size);
    expectNear(variance(values), of.variance, within);
    expectNear(sampleVariance(values), of.sampleVariance, 2 * within);
    expectNear(moments(values).mean, of.mean, 2 * ROUNDING * size);
    expectNear(moments(values).sd, spread, 4 * ROUNDING * size);
    expectNear(meanWithError(values).mean, of.mean, ROUNDING * size);
    expectNear(meanWithError(values).se!, of.standardError, 4 * ROUNDING * size);
  });

  test('the jackknife of means is their standard error', () => {
    const { without, error } = of.jackknifeOfMeans;
    expectNear(error, of.standardError, ROUNDING * size);
    expectNear(jackknifeError(without), error, 20 * ROUNDING * size);
  });

  test('median and quantiles', () => {
    expect(median(values)).toBe(of.median);
    const sorted = values.toSorted((x, y) => x - y);
    for (const [share, value] of of.quantiles) {
      expectNear(quantile(sorted, share), value, 2 * ROUNDING * size);
      expectNear(quantile(sorted, 100 * share, 100), value, 2 * ROUNDING * size);
    }
  });
});

test('a single value has no error; an empty list has no mean or median', () => {
  expect(meanWithError([3])).toEqual({ mean: 3, se: null });
  expect(sampleVariance([3])).toBe(0);
  expect(quantile([3], 0.7)).toBe(3);
  expect([mean([]), median([]), variance([])]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

test.each(golden.correlations)('the correlation of $x and $y', ({ x, y, pearson: expected }) => {
  // Of deviations of 1 from 1e6 some ten digits are left.
  expectNear(pearson(x, y)!, expected, x[0] > 1e5 ? 1e-10 : 1e-14);
});

test('quantiles of counts', () => {
  for (const [share, value] of golden.counts.quantiles)
    expect(quantileOfCounts(golden.counts.counts, share)).toBe(value);
});

test('tails and points of the normal distribution', () => {
  for (const [z, tail] of golden.normalTail) expectNear(normalTail(z) / tail, 1, 1e-13);
  // Bisection ends at 40 / 2^60; a tail of relative error 1e-13 moves the point by less than that.
  for (const [tail, z] of golden.normalQuantile) expectNear(normalQuantile(tail), z, 1e-13);
  const point = (tail: number) => golden.normalQuantile.find(([p]) => p === tail)![1];
  // Two units of the last place.
  expectNear(NORMAL_90, point(0.05), 4.5e-16);
  expectNear(NORMAL_95, point(0.025), 4.5e-16);
});

test('tails and points of Student’s t', () => {
  // Of 999 degrees of freedom some 500 terms are added.
  for (const [t, degrees, tail] of golden.studentTail)
    expectNear(studentTail(t, degrees), tail, 3e-14);
  for (const [tail, degrees, t] of golden.studentQuantile)
    expectNear(studentQuantile(tail, degrees) / t, 1, 1e-12);
});

test('tails of χ²', () => {
  // A dozen terms, and the rounding of exp of up to 30.
  for (const [x, degrees, tail] of golden.chiSquareTail)
    expectNear(chiSquareTail(x, degrees) / tail, 1, 5e-14);
  // Hundreds of terms.
  for (const [x, degrees, tail] of golden.chiSquareFarTail)
    expectNear(chiSquareTail(x, degrees), tail, 1e-12);
  for (const [x, degrees, noncentrality, tail] of golden.noncentralChiSquareTail)
    expectNear(noncentralChiSquareTail(x, degrees, noncentrality), tail, 1e-11);
  expect(noncentralChiSquareTail(3, 4, Number.NaN)).toBeNaN();
  expect(noncentralChiSquareTail(0, 4, 1)).toBe(1);
  expect(chiSquareTail(0, 3)).toBe(1);
  expect(chiSquareTail(Number.POSITIVE_INFINITY, 3)).toBe(0);
});

test.each(golden.wilson)('Wilson’s interval of $hits in $n', (of) => {
  const z = of.confidence === 0.95 ? NORMAL_95 : NORMAL_90;
  const { low, high } = wilsonInterval(of.hits / of.n, of.n, z);
  expectNear(low, of.low, 1e-14);
  expectNear(high, of.high, 1e-14);
  if (of.hits === 0) expect(low).toBe(0);
  if (of.hits === of.n) expect(high).toBe(1);
});
