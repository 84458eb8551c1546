import { expect, test } from 'vitest';
import { largestRemainder } from '../../../../item-bank/builtin/climedbench/largest-remainder.ts';
import { PUBLISHED_SIZE, SCENARIOS } from '../../../../item-bank/builtin/climedbench-published.ts';

test('Hamilton’s example: the largest remainder is served first', () => {
  expect(largestRemainder([47, 16, 15.8, 12, 6.1, 3.1], 10)).toEqual([5, 2, 1, 1, 1, 0]);
});

test('equal remainders: the earlier first; nothing to share', () => {
  expect(largestRemainder([1, 1, 1], 5)).toEqual([2, 2, 1]);
  expect(largestRemainder([3, 1], 0)).toEqual([0, 0]);
});

test('the printed sizes of the scenarios add up to 29,797, the scaled ones to 33,735', () => {
  const printed = SCENARIOS.map(({ size }) => size);
  const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0);
  expect(sum(printed)).toBe(29_797);
  expect(sum(largestRemainder(printed, PUBLISHED_SIZE))).toBe(33_735);
});
