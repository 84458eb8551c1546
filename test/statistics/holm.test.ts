import { expect, test } from 'vitest';
import { holm } from '../../src/statistics/holm.ts';

test('as R does: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")', () => {
  const adjusted = holm(Float64Array.of(0.01, 0.04, 0.03, 0.005));
  [0.03, 0.06, 0.06, 0.02].forEach((p, k) => {
    expect(adjusted[k]).toBeCloseTo(p, 15);
  });
});

test('never above 1, never less than one that is smaller; of none, none', () => {
  expect(Array.from(holm(Float64Array.of(0.6, 1, 0.9)))).toEqual([1, 1, 1]);
  expect(holm(new Float64Array(0))).toHaveLength(0);
});
