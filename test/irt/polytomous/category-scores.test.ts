import { expect, test } from 'vitest';
import { categoriesOfScores } from '../../../src/irt/polytomous/category-matrix.ts';
import { categoryScores } from '../../../src/irt/polytomous/category-scores.ts';

test('a category is worth the mean of its scores, with two answers of all items', () => {
  const scores = Float32Array.of(0, 0.5, 0.125, 0.625, 0.5, Number.NaN);
  const matrix = { examinees: ['x', 'y', 'z'], items: ['one', 'two'], scores };
  // Item one: 0, 0.125 in category 0, 0.5 in category 1. Item two: 0.5 and 0.625 in category 1. Nobody is in category 2.
  const low = 0.125 / 2;
  const middle = (0.5 + 0.5 + 0.625) / 3;
  const found = categoryScores(categoriesOfScores(matrix, 3), matrix);
  const known = [
    [(0.125 + 2 * low) / 4, (0.5 + 2 * middle) / 3, 1],
    [low, (1.125 + 2 * middle) / 4, 1],
  ];
  found.forEach((values, j) => {
    values.forEach((value, k) => {
      expect(value).toBeCloseTo(known[j][k], 12);
    });
  });
});

test('scores that are their levels stay what they are', () => {
  const matrix = { examinees: ['x', 'y'], items: ['one'], scores: Float32Array.of(0, 0.5) };
  expect(categoryScores(categoriesOfScores(matrix, 3), matrix)).toEqual([[0, 0.5, 1]]);
});
