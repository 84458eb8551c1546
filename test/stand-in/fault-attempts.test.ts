import { expect, test } from 'vitest';
import { faultPlan } from '../../src/stand-in/faults.ts';

test('attempts at a question are drawn apart: retries get past a fault as often as chance says', () => {
  const plan = faultPlan({ 429: 0.1 }, 1);
  const questions = 20_000;
  let twice = 0;
  let four = 0;
  for (let q = 0; q < questions; q++) {
    const faults = [0, 1, 2, 3].map((attempt) => plan('model', `question-${q}`, attempt) !== null);
    if (faults[0] && faults[1]) twice++;
    if (faults.every(Boolean)) four++;
  }
  // 200 and 2 are expected.
  expect(twice).toBeGreaterThan(140);
  expect(twice).toBeLessThan(260);
  expect(four).toBeLessThan(12);
});
