import { expect, test } from 'vitest';
import { judgedPair } from '../../src/stress/judged-pair.ts';

const NONE = Number.NaN;

test('a pair is of the judges who graded both answers', () => {
  expect(judgedPair([0.2, 0.6], [0.4, 0.8])).toEqual({
    original: 0.4,
    changed: 0.6000000000000001,
  });
  // The mild judge graded the original alone: no effect of .3.
  expect(judgedPair([0.2, 0.8], [0.2, NONE])).toEqual({ original: 0.2, changed: 0.2 });
  expect(judgedPair([0.2, NONE], [NONE, 0.8])).toBeNull();
});

test('an answer that no judge is shown counts with every judge of the other', () => {
  expect(judgedPair([0, 0], [NONE, 0.5])).toEqual({ original: 0, changed: 0.5 });
});
