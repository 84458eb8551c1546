import { expect, test } from 'vitest';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import { randomStream } from '../../../src/random.ts';
import { lookGrid } from '../../../src/ranking/ordering/looks.ts';
import { orderModels } from '../../../src/ranking/ordering/order-models.ts';
import { answers, MODEL, order, WEIGHTS } from './one-dimension.ts';

test('runs are looked at after rounds of all models, and at requested numbers', () => {
  expect(lookGrid([70, 70], 40)).toEqual([80, 100, 120, 140]);
  expect(lookGrid([60, 50], 40, [60, 90, 100, 105, 110, 300])).toEqual([80, 90, 100, 105, 110]);
  // From 200 items on a batch is 5% of those asked.
  expect(lookGrid([1000], 400).slice(0, 3)).toEqual([400, 420, 441]);
});

test('runs end at looks only', () => {
  const random = randomStream('ends');
  for (let k = 0; k < 4; k++) {
    const models = [1.5, 0.1, -0.1 - random(), -1.5].map((ability, i) => {
      const scores = answers(ability, `ends/${k}/${i}`);
      return {
        session: new RobustSession(MODEL, {
          weights: WEIGHTS,
          randomOrder: order(`ends/${i}`),
          randomShare: 0.25,
        }),
        weights: WEIGHTS,
        answer: (j: number) => scores[j],
        factor: () => 1,
      };
    });
    const end = orderModels({
      models,
      allocation: 'adaptive',
      confidence: 0.9,
      margin: 0.02,
      budget: 1e6,
    });
    expect(end.isLook).toBe(true);
    expect(end.decisions.undecided).toBe(0);
    expect(lookGrid([200, 200, 200, 200], 40)).toContain(end.spent);
  }
});
