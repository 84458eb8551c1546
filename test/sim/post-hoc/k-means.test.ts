import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kMeans } from '../../../sim/post-hoc/k-means.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

/** Means of a few numbers of size 1: some additions. */
const DIGITS = 12;

const ones = (n: number) => new Float64Array(n).fill(1);

test('recovers clusters that lie far apart, for any seed', () => {
  const noise = randomStream('noise');
  const truth = [
    [0, 0],
    [10, 0],
    [0, 10],
    [10, 10],
  ];
  const points = Float64Array.from({ length: 400 }, (_, k) => {
    const point = Math.floor(k / 2);
    return truth[point % 4][k % 2] + 0.1 * randomNormal(noise);
  });
  for (let seed = 0; seed < 20; seed++) {
    const { of, centres } = kMeans(points, 2, ones(200), 4, randomStream(seed));
    for (let i = 0; i < 200; i++) expect(of[i]).toBe(of[i % 4]);
    expect(new Set(of).size).toBe(4);
    for (let c = 0; c < 4; c++) {
      const at = truth[of.indexOf(c) % 4];
      // 50 points of standard deviation 0.1: five standard errors.
      expect(Math.abs(centres[2 * c] - at[0])).toBeLessThan(0.07);
      expect(Math.abs(centres[2 * c + 1] - at[1])).toBeLessThan(0.07);
    }
  }
});

test('a centre is the weighted mean of its points', () => {
  const points = Float64Array.of(0, 1, 100, 104);
  const { of, centres, distance } = kMeans(
    points,
    1,
    Float64Array.of(3, 1, 1, 3),
    2,
    randomStream(1),
  );
  expect(centres[of[0]]).toBeCloseTo(0.25, DIGITS);
  expect(centres[of[2]]).toBeCloseTo(103, DIGITS);
  expect(Array.from(distance)).toEqual([0.0625, 0.5625, 9, 1]);
});

test('the first centres are drawn by weight: one without weight only when nothing else is left', () => {
  const weights = Float64Array.of(0, 1, 1);
  for (let seed = 0; seed < 20; seed++) {
    const { centres } = kMeans(Float64Array.of(5, 0, 1), 1, weights, 3, randomStream(seed));
    expect(centres[2]).toBe(5);
  }
});

const arbitrary = fc.integer({ min: 1, max: 25 }).chain((n) =>
  fc.record({
    // Whole numbers: many points coincide.
    points: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2 * n, maxLength: 2 * n }),
    weights: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: n, maxLength: n }),
    k: fc.integer({ min: 1, max: n }),
    seed: fc.nat(),
  }),
);

describe('of any points', () => {
  test('no cluster is empty, and distances are those to the own centre', () => {
    fc.assert(
      fc.property(arbitrary, ({ points, weights, k, seed }) => {
        const { of, centres, distance } = kMeans(
          Float64Array.from(points),
          2,
          Float64Array.from(weights),
          k,
          randomStream(seed),
        );
        expect([...new Set(of)].sort((x, y) => x - y)).toEqual(
          Array.from({ length: k }, (_, c) => c),
        );
        of.forEach((c, i) => {
          const [x, y] = [0, 1].map((d) => points[2 * i + d] - centres[2 * c + d]);
          expect(distance[i]).toBeCloseTo(x * x + y * y, DIGITS);
        });
      }),
    );
  });

  test('points that all differ: each is in the cluster with the nearest centre', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 5 }), (n, seed) => {
        const random = randomStream(seed);
        const points = Float64Array.from({ length: n }, random);
        const k = Math.max(1, Math.floor(n / 4));
        const { of, centres } = kMeans(points, 1, ones(n), k, randomStream(seed));
        points.forEach((x, i) => {
          const nearest = Math.min(...centres.map((centre) => Math.abs(x - centre)));
          expect(Math.abs(x - centres[of[i]])).toBeCloseTo(nearest, DIGITS);
        });
      }),
    );
  });

  test('the same seed, the same clusters', () => {
    const points = Float64Array.from({ length: 100 }, randomStream('points'));
    const clusters = () => kMeans(points, 2, ones(50), 7, randomStream(3));
    expect(clusters()).toEqual(clusters());
  });
});
