import { expect, test } from 'vitest';
import { scaledCosine } from '../../../src/scoring/metrics/scaled-cosine.ts';

test.each([
  // Halfway, a quarter, beyond both ends, and a scale that begins below 0.
  [0.75, 0.5, 1, 0.5],
  [0.7, 0.6, 1, 0.25],
  [-0.2, 0, 1, 0],
  [0.95, 0.3, 0.9, 1],
  [0, -1, 1, 0.5],
])('a cosine of %d from %d to %d counts %d', (cosine, low, high, score) => {
  expect(scaledCosine(cosine, { low, high })).toBeCloseTo(score, 12);
});
