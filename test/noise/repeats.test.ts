import { expect, test } from 'vitest';
import { repeatsOf } from '../../src/noise/repeats.ts';

test('answers by model, condition and item: by hand', () => {
  // Model 1 comes first in the file; its item 0 has three answers under condition 0, that of model 0 has one.
  const [first, second] = repeatsOf(
    {
      models: ['a', 'b'],
      items: ['q', 'r'],
      conditions: ['x'],
      model: Int32Array.of(1, 1, 0, 1, 1),
      item: Int32Array.of(0, 1, 0, 0, 0),
      condition: new Int32Array(5),
      score: Float64Array.of(1, 0.5, 1, 0, 1),
      answer: Int32Array.of(0, 1, 0, -1, 2),
    },
    1,
  );
  expect(first).toMatchObject({ model: 0, condition: 0 });
  expect(first.cells).toMatchObject([
    {
      item: 0,
      count: 1,
      passed: 1,
      mean: 1,
      variance: null,
      scoresDiffer: null,
      answersDiffer: null,
    },
  ]);
  expect(second.cells).toHaveLength(2);
  const [q, r] = second.cells;
  expect(q).toMatchObject({ item: 0, count: 3, passed: 2, answersDiffer: 1 });
  expect(q.mean).toBeCloseTo(2 / 3, 12);
  // Of (1, 0, 1): two of three pairs differ; the variance is 1/3.
  expect(q.variance).toBeCloseTo(1 / 3, 12);
  expect(q.scoresDiffer).toBeCloseTo(2 / 3, 12);
  expect(q.groups).toEqual([
    { count: 1, score: 1, votes: true },
    { count: 1, score: 0, votes: false },
    { count: 1, score: 1, votes: true },
  ]);
  expect(r).toMatchObject({ item: 1, count: 1, passed: 0, mean: 0.5 });
});
