import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoriesOfScores } from '../../../src/irt/polytomous/category-matrix.ts';
import {
  categoriesOfLevels,
  evenLevels,
  isOnLevels,
  levelOf,
  levelsOf,
} from '../../../src/irt/polytomous/score-levels.ts';
import { failureOf } from '../../files/temporary.ts';

const matrix = (scores: readonly number[]) => ({
  examinees: ['one'],
  items: scores.map((_, j) => `q${j + 1}`),
  scores: Float32Array.from(scores),
});

describe('the levels of recorded scores', () => {
  test('are the different scores, ascending, whatever their distances', () => {
    const responses = matrix([1, 0.5, Number.NaN, 0, 0.5, 0.875]);
    expect(levelsOf(responses)).toEqual([0, 0.5, 0.875, 1]);
    expect(isOnLevels(responses, levelsOf(responses))).toBe(true);
  });
  test('are five rounded ones for more than ten different scores', () => {
    const ten = matrix(Array.from({ length: 10 }, (_, k) => k / 16));
    expect(levelsOf(ten)).toHaveLength(10);
    const eleven = matrix(Array.from({ length: 11 }, (_, k) => k / 16));
    expect(levelsOf(eleven)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(isOnLevels(eleven, levelsOf(eleven))).toBe(false);
  });
  test('are the same where scores differ only by rounding, and 0 and 1 stay themselves', () => {
    const third = 1 / 3;
    const responses = matrix([0, 1e-9, third, third + 3e-8, 1 - 6e-8, 1]);
    const levels = levelsOf(responses);
    expect(levels).toHaveLength(3);
    expect([levels[0], levels[2]]).toEqual([0, 1]);
    expect(levels[1]).toBeCloseTo(third, 6);
    expect(isOnLevels(responses, levels)).toBe(true);
    const all = matrix(Array.from({ length: 40 }, (_, k) => (k % 3) / 3 + k * 1e-9));
    expect(levelsOf(all)).toHaveLength(3);
  });
  test('do not exist without answers', () => {
    expect(failureOf(() => levelsOf(matrix([Number.NaN]))).code).toBe('NO_ANSWERS');
    expect(failureOf(() => evenLevels(1)).code).toBe('OPTION_INVALID');
  });
});

test('a score is at the nearest level, of two equally near ones at the higher', () => {
  const levels = [0, 0.3, 1];
  expect([0, 0.1, 0.15, 0.2, 0.3, 0.6, 0.65, 0.7, 1].map((u) => levelOf(u, levels))).toEqual([
    0, 0, 1, 1, 1, 1, 2, 2, 2,
  ]);
});

test('equally spaced levels are the categories of categoriesOfScores', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 64 }), { minLength: 1, maxLength: 20 }),
      (count, steps) => {
        // Sixty-fourths are exact in single precision; a half between levels is where rounding could differ.
        const responses = matrix(steps.map((step) => step / 64));
        const exact = steps.every(
          (step) => Math.abs((((step / 64) * (count - 1)) % 1) - 0.5) > 1e-9,
        );
        fc.pre(exact);
        expect(categoriesOfLevels(responses, evenLevels(count))).toEqual(
          categoriesOfScores(responses, count),
        );
      },
    ),
  );
});

test('a score outside [0, 1] is refused', () => {
  expect(failureOf(() => categoriesOfLevels(matrix([0, 1.5]), [0, 1])).message).toContain(
    'the score of one on item q2',
  );
});
