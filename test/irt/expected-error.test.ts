import { expect, test } from 'vitest';
import { answersOf } from '../../src/irt/answers.ts';
import { estimateEap } from '../../src/irt/estimate/eap.ts';
import { STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { addAnswer, emptyGrid } from '../../src/irt/likelihood-grid.ts';
import { expectedError, predictedScore } from '../../src/irt/predicted-score.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { simulatedItems } from '../cat/simulated.ts';

const COUNT = 120;
const items = simulatedItems('3PL', COUNT, 'expected');
const weights = new Float64Array(COUNT).fill(1 / COUNT);

test.each([0.25, 0.75, 1])(
  'with %d of the items asked, scores err about their expectation as much as is said',
  (share) => {
    const RUNS = 400;
    let squares = 0;
    let before = 0;
    for (let r = 0; r < RUNS; r++) {
      const random = randomStream('expected error', share, r);
      const theta = randomNormal(random);
      const p = Array.from({ length: COUNT }, (_, j) =>
        probability(theta, items.a[j], items.b[j], items.c[j], items.d[j]),
      );
      const row = p.map((right, j) => (j < share * COUNT ? Number(random() < right) : Number.NaN));
      const answers = answersOf(items, row);
      const grid = emptyGrid(-6, 6, 0.05);
      for (let k = 0; k < answers.count; k++)
        addAnswer(grid, items, answers.index[k], answers.scores[k]);
      const estimate = estimateEap(answers, grid, STANDARD_NORMAL);
      const predicted = predictedScore(answers, estimate, weights);
      const error = predicted.score - p.reduce((sum, right) => sum + right / COUNT, 0);
      squares += (error / expectedError(answers, estimate, weights).se) ** 2 / RUNS;
      if (predicted.se > 0) before += (error / predicted.se) ** 2 / RUNS;
    }
    // The standard error of a root mean square of 400 is 0.035; the posterior is normal only nearly.
    expect(Math.abs(Math.sqrt(squares) - 1)).toBeLessThan(0.1);
    // The error of the recorded score is another one.
    if (share === 0.75) expect(Math.sqrt(before)).toBeGreaterThan(1.5);
  },
);

test('an unknown ability leaves the score unknown; after all items only the chance in the answers is left', () => {
  const one = answersOf(items, [1, ...new Array(COUNT - 1).fill(Number.NaN)]);
  const nothing = { ability: 6, se: Number.POSITIVE_INFINITY, atBound: true };
  expect(expectedError(one, nothing, weights)).toEqual({
    se: Number.POSITIVE_INFINITY,
    answers: { own: 0, shared: 0 },
  });
  const all = answersOf(
    items,
    new Array(COUNT).fill(1).map((u, j) => (j % 2 === 0 ? u : 0)),
  );
  const { se, answers } = expectedError(all, { ability: 0, se: 0.2, atBound: false }, weights);
  const chance = Array.from({ length: COUNT }, (_, j) => {
    const p = probability(0, items.a[j], items.b[j], items.c[j], items.d[j]);
    return (p * (1 - p)) / COUNT ** 2;
  }).reduce((sum, x) => sum + x, 0);
  expect(se ** 2 / chance).toBeCloseTo(1, 9);
  expect(answers.own).toBeCloseTo(se ** 2, 12);
});
