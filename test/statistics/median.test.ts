import { expect, test } from 'vitest';
import { median } from '../../src/statistics/median.ts';

test('the one in the middle, or between the two; the numbers keep their order', () => {
  const values = Float64Array.of(10, 2, 9, Number.POSITIVE_INFINITY);
  expect(median(values)).toBe(9.5);
  expect([...values]).toEqual([10, 2, 9, Number.POSITIVE_INFINITY]);
  expect(median(values.slice(0, 3))).toBe(9);
});
