import { expect, test } from 'vitest';
import { observedShares } from '../../../src/server/banks/item-detail.ts';

/** Of 4 answers: the probabilities whose distance from the share is 1.645 of their own standard errors. */
function wilson(right: number) {
  const chances = Array.from({ length: 100_001 }, (_, k) => k / 100_000);
  const held = chances.filter((p) => (right / 4 - p) ** 2 <= (1.6448536 ** 2 * p * (1 - p)) / 4);
  return { low: expect.closeTo(held[0], 4), high: expect.closeTo(held.at(-1)!, 4) };
}

test('bins of shares right hold equally many models by ability, in any order of the models', () => {
  const abilities = [1.5, -2, 0.5, -1, 2.5, -0.5, 0, 1, -1.5, Number.NaN];
  const scores = [1, 0, 1, 0, 1, 1, Number.NaN, 0, 0, 1];
  const examinees = abilities.map((_, i) => `m${i}`);
  const matrix = { examinees, items: ['x', 'y'], scores: new Float32Array(20).fill(0.25) };
  scores.forEach((score, i) => {
    matrix.scores[2 * i + 1] = score;
  });
  // Without the two that have no answer or no ability: −2, −1.5, −1, −0.5 and 0.5, 1, 1.5, 2.5.
  expect(observedShares(matrix, abilities, 1)).toEqual([
    { ability: -1.25, share: 0.25, ...wilson(1), answers: 4 },
    { ability: 1.375, share: 0.75, ...wilson(3), answers: 4 },
  ]);
});
