import { expect, test } from 'vitest';
import { benjaminiHochberg } from '../../src/statistics/benjamini-hochberg.ts';

test('as false_discovery_control of scipy 1.17.1', () => {
  const found = benjaminiHochberg(Float64Array.of(0.01, 0.02, 0.03, 0.5, 0.02, 0.9, 0.0001));
  const expected = [0.035, 0.035, 0.042, 0.58333333333333337, 0.035, 0.9, 0.0007];
  expected.forEach((p, k) => {
    expect(found[k]).toBeCloseTo(p, 15);
  });
});

test('no values, and one', () => {
  expect([...benjaminiHochberg(new Float64Array())]).toEqual([]);
  expect([...benjaminiHochberg(Float64Array.of(0.3))]).toEqual([0.3]);
});
