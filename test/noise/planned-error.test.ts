import { expect, test } from 'vitest';
import {
  bestForBudget,
  breakEvenPrice,
  cheapestForError,
  errorOf,
  planned,
} from '../../src/noise/plan.ts';
import { plannedError, plannedInterval } from '../../src/noise/planned-error.ts';
import type { VarianceComponents } from '../../src/noise/variance-components.ts';

/** Components as they are given: model, item, condition, mi, mc, ic, mic, repeats. */
const V = { 1: 0.03, 2: 0.04, 4: 0.002, 3: 0.05, 5: 0.001, 6: 0.006, 7: 0.008, 8: 0.12 };
const known = (
  variances: Readonly<Record<number, number>>,
  facets: number,
): VarianceComponents => ({
  meanSquares: Object.entries(variances).map(([effect, value]) => ({
    effect: Number(effect),
    df: 10,
    intervalDf: 10,
    value,
  })),
  components: Object.entries(variances).map(([effect, estimate], k, all) => ({
    effect: Number(effect),
    estimate,
    weights: Float64Array.from(all, (_, j) => (j === k ? 1 : 0)),
  })),
  facets,
  hasRepeats: 8 in variances,
  confounded: [],
  isBalanced: true,
});
const all = known(V, 7);
const OPEN = { items: Number.POSITIVE_INFINITY, conditions: Number.POSITIVE_INFINITY };
const design = { items: 50, conditions: 2, repeats: 3 };
const limits = { repeatPrice: 1, mostConditions: 4, mostRepeats: 16 };

test('errors of items and conditions drawn at random: by hand', () => {
  const found = plannedError(all, design, OPEN);
  const relative = 0.05 / 50 + 0.001 / 2 + 0.008 / 100 + 0.12 / 300;
  expect(found.difference).toBeCloseTo(Math.sqrt(2 * relative), 12);
  expect(found.score).toBeCloseTo(Math.sqrt(relative + 0.04 / 50 + 0.002 / 2 + 0.006 / 100), 12);
  expect(found.noise).toBeCloseTo(Math.sqrt(0.12 / 300), 12);
  expect(found.reliability).toBeCloseTo(0.03 / (0.03 + relative), 12);
});

test('with all items and conditions of a finite universe only repeats are left', () => {
  const found = plannedError(all, design, { items: 50, conditions: 2 });
  expect(found.score).toBeCloseTo(Math.sqrt(0.12 / 300), 12);
  expect(found.difference).toBeCloseTo(Math.sqrt((2 * 0.12) / 300), 12);
  // Half of the items: n of N without replacement.
  const half = plannedError(all, design, { items: 100, conditions: 2 });
  const relative = 0.05 / 100 + 0.008 / 200 + 0.12 / 300;
  expect(half.difference).toBeCloseTo(Math.sqrt(2 * relative), 12);
});

test('estimates below 0 count as 0, and without repeats the interaction does not vanish', () => {
  const below = plannedError(known({ ...V, 3: -0.05 }, 7), design, OPEN);
  expect(below.difference).toBeCloseTo(
    plannedError(known({ ...V, 3: 0 }, 7), design, OPEN).difference!,
    12,
  );
  const without = known({ 1: 0.03, 2: 0.04, 3: 0.17 }, 3);
  const found = plannedError(
    without,
    { items: 50, conditions: 1, repeats: 1 },
    { items: 50, conditions: 1 },
  );
  expect(found.difference).toBeCloseTo(Math.sqrt((2 * 0.17) / 50), 12);
});

test('the best design is that of a search through all', () => {
  for (const items of [60, Number.POSITIVE_INFINITY])
    for (const repeatPrice of [1, 0.2]) {
      const universe = { items, conditions: 4 };
      const own = { ...limits, repeatPrice };
      const best = bestForBudget(all, universe, own, 600)!;
      let least = Number.POSITIVE_INFINITY;
      for (let n = 1; n <= Math.min(items, 600); n++)
        for (let p = 1; p <= 4; p++)
          for (let r = 1; r <= 16; r++) {
            const one = planned(all, { items: n, conditions: p, repeats: r }, universe, own);
            if (one.price <= 600) least = Math.min(least, errorOf(one));
          }
      expect(errorOf(best)).toBeCloseTo(least, 12);
      expect(best.price).toBeLessThanOrEqual(600);
      // The same error again, at no higher price.
      const cheapest = cheapestForError(all, universe, own, errorOf(best) * (1 + 1e-12))!;
      expect(cheapest.price).toBeLessThanOrEqual(best.price);
    }
});

test('an error that conditions forbid is not promised, nor a budget below one item', () => {
  // Four conditions leave 2 · .001 / 4 whatever is asked.
  expect(cheapestForError(all, OPEN, limits, Math.sqrt((2 * 0.001) / 4) * 0.99)).toBeNull();
  expect(bestForBudget(all, OPEN, limits, 0.5)).toBeNull();
});

test('at the break-even price a second answer to each item and new items are worth the same', () => {
  const two = known({ 1: 0.03, 2: 0.04, 3: 0.05, 8: 0.12 }, 3);
  const price = breakEvenPrice(two, 1)!;
  expect(price).toBeCloseTo(0.12 / (2 * 0.05 + 0.12), 12);
  const error = (items: number, repeats: number) =>
    plannedError(two, { items, conditions: 1, repeats }, OPEN).difference!;
  expect(error(1000, 2)).toBeCloseTo(error(1000 * (1 + price), 1), 12);
});

test('the interval of a planned error holds it', () => {
  const { difference } = plannedError(all, design, OPEN);
  const { low, high } = plannedInterval(all, design, OPEN, 0.9);
  expect(low).toBeLessThan(difference!);
  expect(high).toBeGreaterThan(difference!);
  // χ² with 10 degrees of freedom: of one component alone the bounds are exact.
  const one = known({ 1: 1, 3: 0.05 }, 3);
  const ends = plannedInterval(one, { items: 1, conditions: 1, repeats: 1 }, OPEN, 0.9);
  expect(ends.low ** 2).toBeCloseTo((0.1 * 10) / 18.307038, 6);
  expect(ends.high ** 2).toBeCloseTo((0.1 * 10) / 3.940299, 6);
});
