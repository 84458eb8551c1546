import { expect, test } from 'vitest';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import { type CurvePoint, compareRuns } from '../../../src/ranking/ordering/items-needed.ts';
import { type OrderRequest, orderModels } from '../../../src/ranking/ordering/order-models.ts';
import { answers, MODEL, order, WEIGHTS } from './one-dimension.ts';

const ABILITIES = [1.2, 0.9, 0.5, 0.2, 0, -0.4, -0.8, -1.2];
const BUDGET = 1120;

/** Points of a run: at its looks, and after all rounds. */
function run(allocation: OrderRequest['allocation'], name: string, repetition: number) {
  const looks: CurvePoint[] = [];
  const rounds: CurvePoint[] = [];
  const models = ABILITIES.map((ability, i) => {
    const scores = answers(ability, `${repetition}/${i}`);
    const randomOrder = order(`${repetition}/${i}/${name}`);
    return {
      session: new RobustSession(MODEL, { weights: WEIGHTS, randomOrder, randomShare: 1 }),
      weights: WEIGHTS,
      answer: (j: number) => scores[j],
      factor: () => 1,
    };
  });
  const request = { models, allocation, confidence: 0.9, margin: 0.02, budget: BUDGET };
  orderModels(request, ({ spent, decisions, isLook }) => {
    const point = { spent, decided: decisions.pairs.length - decisions.undecided };
    rounds.push(point);
    if (isLook) looks.push(point);
    return false;
  });
  return { looks, rounds };
}

test('the same lengths dealt a model at a time save nothing', () => {
  const savings: number[] = [];
  const asOften: number[] = [];
  for (let repetition = 0; repetition < 24; repetition++) {
    const equal = run('equal', 'equal', repetition);
    const single = run(
      ({ items }, left) => {
        const least = items.indexOf(Math.min(...items));
        return left > 0 ? [{ i: least, count: Math.min(left, 5) }] : [];
      },
      'single',
      repetition,
    );
    // As far as both go: a run may decide all pairs before.
    const both = Math.min(single.looks.length, equal.looks.length);
    const spent = (points: readonly CurvePoint[]) => points.slice(0, both).map((at) => at.spent);
    expect(spent(single.looks)).toEqual(spent(equal.looks));
    savings.push(Math.log(1 - compareRuns(single.looks, equal.looks).saving));
    asOften.push(Math.log(1 - compareRuns(single.rounds, equal.looks).saving));
  }
  const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const se = (values: number[]) =>
    Math.sqrt(mean(values.map((v) => (v - mean(values)) ** 2)) / values.length);
  expect(Math.abs(mean(savings))).toBeLessThan(3 * se(savings));
  expect(se(savings)).toBeLessThan(0.05);
  // Looked at after every batch, they seem to.
  expect(mean(asOften)).toBeLessThan(mean(savings) - 0.02);
});
