import { describe, expect, test } from 'vitest';
import { Ratio, replicationsNeeded, rootOf } from '../../../../sim/monte-carlo/measure/ratio.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';

function ratioOf(clusters: readonly (readonly [number, number])[]) {
  const ratio = new Ratio();
  for (const [s, n] of clusters) ratio.add(s, n);
  return ratio.figure();
}

test('of equal clusters it is their mean, with the standard error of a mean', () => {
  const values = [1.5, 2.25, -0.75, 4];
  const mean = 1.75;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 3;
  const { value, se } = ratioOf(values.map((v) => [10 * v, 10]));
  expect(value).toBeCloseTo(mean, 14);
  expect(se).toBeCloseTo(Math.sqrt(variance / 4), 14);
});

test('of unequal clusters its standard error is that of repeated studies', () => {
  const random = randomStream('ratio', 'unequal');
  const figures = Array.from({ length: 4000 }, () =>
    ratioOf(
      Array.from({ length: 40 }, () => {
        const n = 1 + Math.floor(9 * random());
        const common = randomNormal(random);
        return [n * (3 + common), n] as const;
      }),
    ),
  );
  const mean = figures.reduce((sum, { value }) => sum + value!, 0) / 4000;
  const spread = Math.sqrt(
    figures.reduce((sum, { value }) => sum + (value! - mean) ** 2, 0) / 4000,
  );
  const se = figures.reduce((sum, one) => sum + one.se!, 0) / 4000;
  expect(mean).toBeCloseTo(3, 1);
  // The spread of 4,000 studies is known to 1.1%; linearisation with 40 clusters errs by as much.
  expect(se / spread).toBeGreaterThan(0.95);
  expect(se / spread).toBeLessThan(1.03);
});

test('clusters that are all alike have no error, at any size', () => {
  const figure = ratioOf([
    [0.3 * 7, 7],
    [0.3 * 3, 3],
    [0.3 * 11, 11],
  ]);
  expect(figure.value).toBeCloseTo(0.3, 14);
  expect(figure.se).toBeLessThan(1e-15);
});

test('one cluster has no standard error, none has no value, and empty ones do not count', () => {
  expect(
    ratioOf([
      [3, 2],
      [0, 0],
    ]),
  ).toEqual({ value: 1.5, se: null });
  expect(ratioOf([[0, 0]])).toEqual({ value: null, se: null });
});

test('a root has the error of its square over twice itself', () => {
  expect(rootOf({ value: 0.25, se: 0.02 })).toEqual({ value: 0.5, se: 0.02 });
  expect(rootOf({ value: 0, se: 0 })).toEqual({ value: 0, se: null });
});

describe('replications that a standard error takes', () => {
  const of = (se: number | null, replications: number, clusters = replications) =>
    replicationsNeeded({ value: 1, se }, { replications, clusters }, 0.01);

  test('half the error takes four times as many, and more if few replications measure it', () => {
    // Points of Student's t by tables: 12.706 with 1 degree of freedom, 2.262 with 9, 2.000 with 60.
    expect(of(0.02, 2)).toBe(Math.ceil(8 * (12.7062 / 1.959964) ** 2));
    expect(of(0.02, 10)).toBe(Math.ceil(40 * (2.262157 / 1.959964) ** 2));
    expect(of(0.02, 61)).toBe(Math.ceil(244 * (2.0003 / 1.959964) ** 2));
    expect(of(0.02, 1, 10)).toBe(Math.ceil(4 * (2.262157 / 1.959964) ** 2));
    expect(of(null, 25)).toBe(null);
  });

  test('an error of 0 is known of twenty clusters that agree, of fewer it may be luck', () => {
    expect(of(0, 19)).toBe(null);
    expect(of(0, 20)).toBe(20);
  });
});
