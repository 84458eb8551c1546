import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream, shuffle } from '../../src/random.ts';
import { bettingInterval } from '../../src/statistics/betting-interval.ts';

interface Golden {
  readonly step: number;
  readonly cases: readonly {
    readonly draws: number[];
    readonly size: number | null;
    readonly alpha: number;
    readonly aim: number;
    readonly low: number;
    readonly high: number;
    readonly p: number;
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../golden/statistics/betting/values.json', import.meta.url), 'utf8'),
) as Golden;
const Unlimited = Number.POSITIVE_INFINITY;

describe('bettingInterval', () => {
  test.each(golden.cases.map((one, k) => [k + 1, one] as const))(
    'is that of exact fractions on a grid, case %i',
    (_, { draws, size, alpha, aim, low, high, p }) => {
      const found = bettingInterval(Float64Array.from(draws), size ?? Unlimited, alpha, aim);
      // The ends lie within a step of the grid outside its last points within.
      expect(found.low).toBeLessThanOrEqual(low + 1e-8);
      expect(found.low).toBeGreaterThan(low - golden.step - 1e-8);
      expect(found.high).toBeGreaterThanOrEqual(high - 1e-8);
      expect(found.high).toBeLessThan(high + golden.step + 1e-8);
      // Rounding of sums of at most 120 logarithms.
      expect(found.p).toBeCloseTo(p, 10);
    },
  );

  test('is exact once all are drawn, and says nothing of no draws', () => {
    const all = bettingInterval(Float64Array.of(1, -1, 0.5, 0), 4, 0.1, 0.05);
    expect([all.low, all.high]).toEqual([0.125, 0.125]);
    expect(bettingInterval(new Float64Array(0), Unlimited, 0.1, 0.05)).toEqual({
      low: -1,
      high: 1,
      p: 1,
    });
  });

  test('contains the values that are still possible only', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(-1, -0.5, 0, 0.5, 1), { minLength: 1, maxLength: 60 }),
        fc.nat({ max: 40 }),
        fc.constantFrom(0.02, 0.1, 0.5),
        (draws, open, aim) => {
          const size = draws.length + open;
          const sum = draws.reduce((total: number, x) => total + x, 0);
          const { low, high, p } = bettingInterval(Float64Array.from(draws), size, 0.1, aim);
          expect(low).toBeGreaterThanOrEqual((sum - open) / size - 1e-9);
          expect(high).toBeLessThanOrEqual((sum + open) / size + 1e-9);
          expect(p).toBeGreaterThanOrEqual(0);
          expect(p).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('with looks after every draw the mean is left out in at most α of random orders', () => {
    const population = Float64Array.from({ length: 60 }, (_, k) => (k < 9 ? -1 : k < 15 ? 1 : 0));
    const [mean, runs, alpha] = [-0.05, 400, 0.2];
    let missed = 0;
    for (let run = 0; run < runs; run++) {
      const order = shuffle(population.slice(), randomStream('betting', run));
      for (let n = 5; n <= 55; n += 5) {
        const { low, high } = bettingInterval(order.subarray(0, n), 60, alpha, 0.1);
        if (mean < low || mean > high) {
          missed++;
          break;
        }
      }
    }
    // Three standard errors of a share of 0.2.
    expect(missed / runs).toBeLessThan(alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / runs));
    // The guarantee is not given away: some intervals do miss.
    expect(missed).toBeGreaterThan(0);
  });
});
