import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedForm } from '../../src/cat/fixed-form.ts';
import { randomStream } from '../../src/random.ts';
import { failureOf } from '../files/temporary.ts';
import { repetitions } from '../repetitions.ts';
import { simulatedItems } from './simulated.ts';

const COUNT = 600;
const items = simulatedItems('3PL', COUNT, 'form');
const groups = Array.from({ length: COUNT }, (_, j) => (j % 10 < 6 ? 0 : j % 10 < 9 ? 1 : 2));
const equal = new Float64Array(COUNT).fill(1 / COUNT);

describe('fixedForm', () => {
  test('gives each group its share, to within an item at either border', () => {
    for (const size of [10, 37, 100, 243]) {
      const form = fixedForm(items, groups, equal, size, randomStream('form', size));
      [0.6, 0.3, 0.1].forEach((share, g) => {
        const found = form.filter((j) => groups[j] === g).length;
        expect(Math.abs(found - share * size)).toBeLessThan(2);
      });
    }
  });

  test('gives each level of difficulty its share: the mean difficulty varies less than at random', () => {
    const means = Array.from({ length: 200 }, (_, seed) => {
      const form = fixedForm(items, groups, equal, 30, randomStream('level', seed));
      return form.reduce((sum, j) => sum + items.b[j], 0) / 30;
    });
    const spread = Math.sqrt(means.reduce((sum, m) => sum + (m - average(items.b)) ** 2, 0) / 200);
    // Random items: 1 / √30 = 0.18.
    expect(spread).toBeLessThan(0.06);
  });

  test('each item as often as its weight in the score says', () => {
    const weights = Float64Array.from(
      { length: COUNT },
      (_, j) => (j % 2 === 0 ? 3 : 1) / (2 * COUNT),
    );
    const forms = repetitions(4000, 400);
    const counts = new Float64Array(COUNT);
    for (let seed = 0; seed < forms; seed++)
      for (const j of fixedForm(items, groups, weights, 30, randomStream('weight', seed)))
        counts[j]++;
    const even = counts.filter((_, j) => j % 2 === 0).reduce((sum, n) => sum + n, 0);
    expect(even / (forms * 30)).toBeCloseTo(0.75, 2);
    // Three quarters of 30 items a form, among 300 items; none as far as six standard deviations from it.
    const expected = (forms * 0.75 * 30) / 300;
    counts.forEach((n, j) => {
      if (j % 2 === 0) expect(Math.abs(n - expected)).toBeLessThan(6 * Math.sqrt(expected));
    });
  });

  test('any weights and size: as many different items of some weight', () => {
    const arbitrary = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        arbitrary,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (parts, share, seed) => {
          const total = parts.reduce((sum, n) => sum + n, 0);
          fc.pre(total > 0);
          const few = simulatedItems('3PL', parts.length, 'any');
          const weights = Float64Array.from(parts, (n) => n / total);
          const usable = parts.filter((n) => n > 0).length;
          const size = Math.max(1, Math.round(share * usable));
          const form = fixedForm(few, groups, weights, size, randomStream(seed));
          expect(new Set(form).size).toBe(size);
          expect([...form]).toEqual([...form].toSorted((x, y) => x - y));
          for (const j of form) expect(weights[j]).toBeGreaterThan(0);
        },
      ),
      { seed: 1, numRuns: repetitions(500, 60) },
    );
  });

  test('the same for the same stream', () => {
    const form = () => fixedForm(items, groups, equal, 50, randomStream('again'));
    expect(form()).toEqual(form());
  });

  test('refuses more items than count', () => {
    const weights = equal.map((w, j) => (j < 5 ? w : 0));
    const error = failureOf(() => fixedForm(items, groups, weights, 6, randomStream(1)));
    expect(error.code).toBe('TOO_MANY_ITEMS');
    expect(error.details).toMatchObject({ asked: 6, available: 5 });
  });
});

function average(values: Float64Array): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}
