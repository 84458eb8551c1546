import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { dealFolds } from '../../src/statistics/deal-folds.ts';
import { failureOf } from '../files/temporary.ts';
import { MODELS } from '../ranking/simulated-bank.ts';

describe('dealFolds', () => {
  const arbitrary = fc
    .array(fc.nat(12), { minLength: 2, maxLength: 60 })
    .map((numbers) => numbers.map((n) => `family ${n}`));

  test('keeps families whole, fills every fold, and makes folds of nearly equal size', () => {
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 2, max: 6 }), fc.nat(), (families, folds, seed) => {
        const names = [...new Set(families)];
        fc.pre(names.length >= folds);
        const fold = dealFolds(families, folds, randomStream(seed));
        const sizes = Array.from({ length: folds }, () => 0);
        for (const k of fold) sizes[k]++;
        for (const name of names)
          expect(new Set(fold.filter((_, i) => families[i] === name)).size).toBe(1);
        expect(Math.min(...sizes)).toBeGreaterThan(0);
        // The last family was dealt into the smallest fold: no fold is larger by more than its largest family.
        const largest = Math.max(...names.map((n) => families.filter((f) => f === n).length));
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(largest);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('single models: sizes differ by one at most', () => {
    const families = Array.from({ length: 34 }, (_, i) => `m${i}`);
    const fold = dealFolds(families, 5, randomStream(1));
    const sizes = [0, 1, 2, 3, 4].map((k) => fold.filter((f) => f === k).length);
    expect(sizes.sort()).toEqual([6, 7, 7, 7, 7]);
  });

  test('large families first: a large one and six single models make two equal folds', () => {
    const families = ['a', 'b', 'c', 'd', 'e', 'f', ...Array(6).fill('large')];
    for (let seed = 0; seed < 20; seed++) {
      const fold = dealFolds(families, 2, randomStream(seed));
      expect(fold.filter((k) => k === 0)).toHaveLength(6);
    }
  });

  test('is the same for the same seed, and another for another', () => {
    const deal = (seed: number) => [...dealFolds(MODELS, 5, randomStream(seed))];
    expect(deal(1)).toEqual(deal(1));
    expect(deal(1)).not.toEqual(deal(2));
  });

  test('refuses more folds than families', () => {
    const error = failureOf(() => dealFolds(['a', 'a', 'b', 'b'], 3, randomStream(1)));
    expect(error.code).toBe('TOO_FEW_EXAMINEES');
    expect(error.message).toBe(
      'found 2 examinees; dividing examinees into 3 folds of whole families needs at least 3.',
    );
  });
});
