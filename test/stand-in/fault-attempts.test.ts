import { expect, test } from 'vitest';
import { faultPlan } from '../../src/stand-in/faults.ts';

test('attempts at a question are drawn apart: no question meets faults for ever', () => {
  const plan = faultPlan({ 429: 0.1 }, 1);
  const attempts = Array.from({ length: 7 }, (_, attempt) => attempt);
  let twice = 0;
  let always = 0;
  for (let q = 0; q < 20_000; q++) {
    const faults = attempts.map((attempt) => plan('model', `question-${q}`, attempt) !== null);
    if (faults[0] && faults[1]) twice++;
    if (faults.every(Boolean)) always++;
  }
  // 200 are expected, and 0.002.
  expect(twice).toBeGreaterThan(140);
  expect(twice).toBeLessThan(260);
  expect(always).toBe(0);
});
