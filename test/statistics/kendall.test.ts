import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kendall } from '../../src/statistics/kendall.ts';

/** Both compute the same small whole numbers; only the order of the last operations differs. */
const ROUNDING = 1e-14;

/** τ-b by its definition, over all pairs. */
function byPairs(x: readonly number[], y: readonly number[]): number | null {
  let [sum, inX, inY] = [0, 0, 0];
  for (let i = 0; i < x.length; i++)
    for (let j = 0; j < i; j++) {
      sum += Math.sign((x[i] - x[j]) * (y[i] - y[j]));
      if (x[i] !== x[j]) inX++;
      if (y[i] !== y[j]) inY++;
    }
  return inX > 0 && inY > 0 ? sum / Math.sqrt(inX * inY) : null;
}

function expectSame(found: number | null, expected: number | null): void {
  if (expected === null) expect(found).toBeNull();
  else expect(Math.abs((found ?? Number.NaN) - expected)).toBeLessThan(ROUNDING);
}

// scipy 1.17.1, scipy.stats.kendalltau
test.each([
  [[1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 4, 3, 7, 6, 8, 5], 0.5714285714285714],
  [[12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.4714045207910316],
  [[0.1, 0.5, 0.5, 0.7, 0.9, 0.9, 0.2], [0.3, 0.3, 0.8, 0.6, 0.9, 0.4, 0.1], 0.512989176042577],
  [[1, 2, 3, 4], [4, 3, 2, 1], -1],
])('%j and %j', (x, y, expected) => {
  expectSame(kendall(x, y).value, expected);
});

test('with one examinee left out at a time (scipy 1.17.1)', () => {
  const x = [0.1, 0.5, 0.5, 0.7, 0.9, 0.9, 0.2];
  const y = [0.3, 0.3, 0.8, 0.6, 0.9, 0.4, 0.1];
  const without = [
    0.5012804118276031, 0.41403933560541256, 0.6428571428571429, 0.5929994533288809,
    0.35714285714285715, 0.6428571428571429, 0.44474958999666075,
  ];
  kendall(x, y).without.forEach((value, i) => {
    expectSame(value, without[i]);
  });
});

describe('null if undefined', () => {
  test.each([
    [[], []],
    [[1], [1]],
    [
      [1, 1, 1],
      [1, 2, 3],
    ],
    [
      [1, 2, 3],
      [2, 2, 2],
    ],
  ])('%j and %j', (x, y) => {
    expect(kendall(x, y).value).toBeNull();
  });

  test('only without the examinee that is not tied', () => {
    const { value, without } = kendall([1, 1, 2], [1, 2, 3]);
    expect(value).not.toBeNull();
    expect(without[2]).toBeNull();
  });
});

test('any values: the definition, for all and without each', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 14 }), (pairs) => {
      const x = pairs.map(([v]) => v / 6);
      const y = pairs.map(([, v]) => v);
      const { value, without } = kendall(x, y);
      expectSame(value, byPairs(x, y));
      expect(without).toHaveLength(x.length);
      without.forEach((tau, i) => {
        expectSame(tau, byPairs(x.toSpliced(i, 1), y.toSpliced(i, 1)));
      });
    }),
    { seed: 1, numRuns: 300 },
  );
});
