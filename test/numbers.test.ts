import { expect, test } from 'vitest';
import { decimal } from '../src/numbers.ts';

test('a number that is not known is a dash, and no infinite one', () => {
  const values = [1.25, -0.04, -3, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  expect(values.map((value) => decimal(value, 1))).toEqual(['1.3', '0.0', '−3.0', '–', '∞', '−∞']);
});
