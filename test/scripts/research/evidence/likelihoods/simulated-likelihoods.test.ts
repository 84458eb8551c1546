import { expect, test } from 'vitest';
import { lineWithout } from '../../../../../scripts/research/evidence/likelihoods/line-without.ts';
import { simulatedLikelihoods } from '../../../../../scripts/research/evidence/likelihoods/simulated-likelihoods.ts';

const of = (spread: number) =>
  simulatedLikelihoods({ name: '', spread }, 20, 200, 'test of likelihoods');

test('sharpness changes probabilities and no choice', () => {
  const [even, uneven] = [of(0), of(0.6)];
  expect(uneven.accuracy.responses.scores).toEqual(even.accuracy.responses.scores);
  expect(uneven.probability.responses.scores).not.toEqual(even.probability.responses.scores);
});

test('the key is the likeliest option above one half, and never below one quarter', () => {
  const { accuracy, probability } = of(0.3);
  for (const [k, p] of probability.responses.scores.entries()) {
    if (p > 0.5) expect(accuracy.responses.scores[k]).toBe(1);
    if (p < 0.25) expect(accuracy.responses.scores[k]).toBe(0);
    expect(p >= 0 && p <= 1).toBe(true);
  }
});

test('a line is learned from the other points alone', () => {
  // y = 1 + 2x, and a point far off that is left out.
  expect(lineWithout([0, 1, 2, 5], [1, 3, 5, -100], 3, 4)).toBeCloseTo(9, 12);
  expect(lineWithout([1, 1, 1], [2, 4, 9], 2, 7)).toBe(3);
});
