import { describe, expect, test } from 'vitest';
import { nonInferiorityOf } from '../../../sim/post-hoc/non-inferiority.ts';

describe('verdicts on a ratio with the margin 1.15', () => {
  test.each([
    [0.7, 0.99, 'better'],
    [0.7, 1, 'not worse'],
    [0.9, 1.15, 'not worse'],
    [1.05, 1.1, 'not worse'],
    [0.9, 1.16, 'undecided'],
    [1.15, 1.3, 'undecided'],
    [0.5, 3, 'undecided'],
    [1.16, 1.3, 'worse'],
    [null, null, 'undecided'],
  ] as const)('%j to %j: %s', (low, high, expected) => {
    expect(nonInferiorityOf({ low, high }, 1, 1.15)).toBe(expected);
  });
});
