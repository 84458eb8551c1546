import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { correlationInterval } from '../../src/statistics/correlation-interval.ts';
import { OF_NORMAL } from '../../src/statistics/of-normal.ts';
import { orderInterval } from '../../src/statistics/order-interval.ts';

const golden: {
  orders: {
    name: 'kendall' | 'spearman';
    n: number;
    value: number;
    low: number;
    high: number;
    chance: number | null;
  }[];
} = JSON.parse(readFileSync(new URL('../golden/agreement/values.json', import.meta.url), 'utf8'));

/** A tail of 5% of 10,000 samples is known to 0.2%, which moves an end by about 0.01; numpy's 200,000 add little. */
const SAMPLES = 10_000;
const SAMPLING = 0.03;

test.each(golden.orders)(
  '$name $value of $n pairs: the ends that numpy finds by simulation',
  (of) => {
    const found = orderInterval(of.name, of.value, of.n, 0.05, randomStream(1), SAMPLES);
    expect(Math.abs(found.low - of.low)).toBeLessThan(SAMPLING);
    expect(Math.abs(found.high - of.high)).toBeLessThan(SAMPLING);
  },
);

test.each(golden.orders.filter(({ chance }) => chance !== null && chance < 0.5))(
  '$name $value of $n pairs: with the share of all permutations as the tail, the interval ends at 0',
  (of) => {
    const found = orderInterval(of.name, of.value, of.n, of.chance!, randomStream(2), SAMPLES);
    // A tail of 1/120 is known to 8% of itself.
    expect(Math.abs(found.low)).toBeLessThan(0.05);
  },
);

test('at ±1 the intervals of τ, ρ and r are no points, and shrink with the number of models', () => {
  for (const name of ['kendall', 'spearman', 'pearson'] as const) {
    const lows = [5, 8, 20, 60].map((n) => {
      const { low, high } = correlationInterval(name, 1, n, 0.9, randomStream(1))!;
      expect(high).toBe(1);
      const mirrored = correlationInterval(name, -1, n, 0.9, randomStream(1))!;
      expect(mirrored.low).toBe(-1);
      // The same samples, turned round: not the same numbers.
      expect(Math.abs(mirrored.high + low)).toBeLessThan(0.1);
      return low;
    });
    expect(lows[0]).toBeLessThan(0.6);
    expect(lows).toEqual(lows.toSorted((a, b) => a - b));
    expect(lows[3]).toBeLessThan(1);
  }
});

test('a sum that rounds to 1 is treated as 1', () => {
  const exact = correlationInterval('pearson', 1, 6, 0.9, randomStream(1))!;
  const rounded = correlationInterval('pearson', 1 - 2 ** -52, 6, 0.9, randomStream(1))!;
  expect(rounded.low).toBeCloseTo(exact.low, 12);
});

test('few models: the interval contains the coefficient, within ±1, wider with more confidence', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('kendall', 'spearman'),
      fc.integer({ min: 5, max: 12 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (name, n, value) => {
        const of = (confidence: number) =>
          correlationInterval(name, value, n, confidence, randomStream(1))!;
        const { low, high } = of(0.9);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        expect(high).toBeLessThanOrEqual(1);
        expect(of(0.99).low).toBeLessThanOrEqual(low);
      },
    ),
    { numRuns: 20 },
  );
});

test('coefficients of the normal distribution: none at 0, ±1 at ±1, and the known ones at r = 1/2', () => {
  for (const of of Object.values(OF_NORMAL)) {
    expect(of(0)).toBe(0);
    expect(of(1)).toBeCloseTo(1, 14);
    expect(of(-1)).toBeCloseTo(-1, 14);
  }
  // asin(1/2) = π/6.
  expect(OF_NORMAL.kendall(0.5)).toBeCloseTo(1 / 3, 14);
});
