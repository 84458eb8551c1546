import { expect, test } from 'vitest';
import { requireBinary } from '../../src/irt/require-binary.ts';
import { failureOf } from '../files/temporary.ts';

const matrix = (scores: readonly number[]) => ({
  examinees: ['one', 'two'],
  items: ['q1', 'q2'],
  scores: Float32Array.from(scores),
});

test('right, wrong and missing answers pass', () => {
  expect(() => requireBinary(matrix([0, 1, Number.NaN, 1]), 'bank mine', 'drift')).not.toThrow();
});

test('a score between is named with its place and what to use instead', () => {
  const { code, message } = failureOf(() =>
    requireBinary(matrix([0, 1, 1, 0.25]), 'bank mine', 'drift'),
  );
  expect(code).toBe('SCORES_NOT_BINARY');
  expect(message).toBe(
    'bank mine, examinee "two", item "q2": found the score 0.25; accepted: 0 and 1, because drift is of right and wrong answers. For scores between 0 and 1: thetarank calibrate fit --irt-model auto, thetarank rank --strategy graded.',
  );
});
