import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPLITS, splitsOf } from '../../../sim/post-hoc/splits.ts';
import { failureOf } from '../../files/temporary.ts';

const ascending = (rows: Iterable<number>) => [...rows].sort((x, y) => x - y);

const arbitrary = fc
  .record({
    rule: fc.constantFrom(...SPLITS),
    folds: fc.integer({ min: 2, max: 4 }),
    models: fc.array(
      fc.record({ family: fc.integer({ min: 0, max: 6 }), score: fc.integer({ max: 9, min: 0 }) }),
      { minLength: 8, maxLength: 30 },
    ),
    calibrationModels: fc.option(fc.constant(2)),
    seed: fc.nat(),
  })
  .filter(({ models, folds }) => new Set(models.map((m) => m.family)).size > folds)
  .map(({ models, seed, ...rest }) => ({
    request: {
      ...rest,
      names: models.map((_, i) => `m${i}`),
      families: models.map(({ family }) => `f${family}`),
      actual: Float64Array.from(models, ({ score }) => score / 10),
    },
    path: [seed, 1],
  }));

describe('of any models', () => {
  test('nobody is on both sides, and nobody is tested twice', () => {
    fc.assert(
      fc.property(arbitrary, ({ request, path }) => {
        const all = request.names.map((_, i) => i);
        let splits: ReturnType<typeof splitsOf>;
        try {
          splits = splitsOf(request, path);
        } catch {
          // One family has nearly all models: two are not left.
          fc.pre(false);
          return;
        }
        for (const { seen, unseen } of splits) {
          expect(seen.filter((i) => unseen.includes(i))).toEqual([]);
          expect(seen).toEqual(ascending(new Set(seen)));
          if (request.calibrationModels === null)
            expect(ascending([...seen, ...unseen])).toEqual(all);
          else expect(seen).toHaveLength(2);
          if (request.rule === 'family') {
            const known = new Set(seen.map((i) => request.families[i]));
            expect(unseen.filter((i) => known.has(request.families[i]))).toEqual([]);
          }
        }
        const tested = splits.flatMap(({ unseen }) => unseen);
        expect(new Set(tested).size).toBe(tested.length);
        if (request.rule !== 'strongest') expect(tested).toHaveLength(all.length);
      }),
    );
  });

  test('the strongest fifth: nobody in the calibration is stronger', () => {
    fc.assert(
      fc.property(arbitrary, ({ request, path }) => {
        const splits = splitsOf({ ...request, rule: 'strongest', calibrationModels: null }, path);
        expect(splits).toHaveLength(1);
        const [{ seen, unseen }] = splits;
        expect(unseen).toHaveLength(Math.ceil(request.names.length / 5));
        const score = (i: number) => request.actual[i];
        expect(Math.min(...unseen.map(score))).toBeGreaterThanOrEqual(Math.max(...seen.map(score)));
      }),
    );
  });
});

const request = {
  rule: 'random' as const,
  folds: 4,
  calibrationModels: null,
  names: Array.from({ length: 20 }, (_, i) => `m${i}`),
  families: new Array(20).fill('one'),
  actual: new Float64Array(20),
};

test('random: folds of equal size, of one family if need be, others in another repetition', () => {
  const splits = splitsOf(request, [1, 1]);
  expect(splits.map(({ unseen }) => unseen.length)).toEqual([5, 5, 5, 5]);
  expect(splitsOf(request, [1, 1])).toEqual(splits);
  expect(splitsOf(request, [1, 2])).not.toEqual(splits);
});

describe('fewer calibration models', () => {
  test('are some of those the whole calibration has, for the same tests', () => {
    const whole = splitsOf(request, [1, 1]);
    const few = splitsOf({ ...request, calibrationModels: 6 }, [1, 1]);
    few.forEach(({ seen, unseen }, k) => {
      expect(unseen).toEqual(whole[k].unseen);
      expect(seen).toHaveLength(6);
      expect(seen.every((i) => whole[k].seen.includes(i))).toBe(true);
    });
    // Drawn for each fold and repetition anew: not the first ones.
    expect(few.map(({ seen }) => seen)).not.toEqual(whole.map(({ seen }) => seen.slice(0, 6)));
    expect(new Set(few.map(({ seen }) => seen.join())).size).toBe(4);
  });

  test('asking for all gives the whole calibration', () => {
    expect(splitsOf({ ...request, calibrationModels: 15 }, [1, 1])).toEqual(
      splitsOf(request, [1, 1]),
    );
  });

  test('asking for more than exist is refused', () => {
    const error = failureOf(() => splitsOf({ ...request, calibrationModels: 16 }, [1, 1]));
    expect(error.code).toBe('TOO_FEW_EXAMINEES');
    expect(error.message).toBe(
      'found 15 examinees; a calibration on 16 models outside fold 1 needs at least 16.',
    );
  });
});
