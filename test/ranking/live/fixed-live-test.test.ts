import { expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { prepare, type TestPlan, testOf } from '../../../src/ranking/live/preparation.ts';
import { MODELS, simulatedBank } from '../simulated-bank.ts';

const ITEMS = 120;
const bank = simulatedBank(MODELS, ITEMS);
const { parameters } = calibrate(bank.responses);
const preparation = prepare({
  ...{ recorded: bank, askable: null, robust: null },
  calibration: {
    kept: { number: 1, parameters, range: { lowest: 0, highest: 1 }, pool: [], others: [] },
  },
});
const form = [5, 90, 17, 3, 44, 61, 8, 101, 33, 70];
const plan: TestPlan = {
  ...{ strategy: 'fixed', examinee: 'ann', length: form.length, lag: form.length, seed: '1' },
  ...{ rules: null, form: form.map((j) => bank.responses.items[j]) },
};

/** The posterior mean on a fine grid with a standard normal prior, written out. */
function posteriorMean(answers: readonly (readonly [item: number, score: number])[]) {
  let [mass, sum, squares] = [0, 0, 0];
  for (let k = -6000; k <= 6000; k++) {
    const ability = k / 1000;
    let weight = Math.exp((-ability * ability) / 2);
    for (const [j, score] of answers) {
      const { a, b, c, d } = parameters;
      const [low, high] = [c[j] ?? 0, d[j] ?? 1];
      const p = low + (high - low) / (1 + Math.exp(-a[j] * (ability - b[j])));
      weight *= score === 1 ? p : 1 - p;
    }
    mass += weight;
    sum += weight * ability;
    squares += weight * ability * ability;
  }
  return { mean: sum / mass, sd: Math.sqrt(squares / mass - (sum / mass) ** 2) };
}

test('asks its items in their order, and estimates the posterior mean from the answers given', () => {
  const live = testOf(preparation, plan);
  expect(live.next(100)).toEqual(form);
  expect(live.isOver).toBe(true);
  expect(live.score()).toBeNull();
  // In another order, and with items that are not reached.
  const given = [
    [33, 1],
    [5, 0],
    [101, 1],
    [90, 1],
    [3, 0],
    [8, 1],
  ] as const;
  for (const [j, score] of given) live.record(j, score);
  const score = live.score()!;
  const { mean, sd } = posteriorMean(given);
  // The session's grid is coarser than this one.
  expect(score.ability).toBeCloseTo(mean, 2);
  expect(score.se).toBeCloseTo(sd, 2);
  expect(score).toMatchObject({ items: 6, right: 4, verified: false, unverified: 'strategy' });
  expect(score.low).toBeLessThan(score.score);
  expect(live.scoreWithout!(new Set(form))).toBeNull();
});

test('one item at a time gives the same test', () => {
  const [whole, single] = [testOf(preparation, plan), testOf(preparation, plan)];
  for (const j of whole.next(form.length)) whole.record(j, Number(j % 3 === 0));
  const asked: number[] = [];
  while (!single.isOver)
    for (const j of single.next(1)) {
      asked.push(j);
      single.record(j, Number(j % 3 === 0));
    }
  expect(asked).toEqual(form);
  expect(single.score()).toEqual(whole.score());
});

test('an item without parameters is refused', () => {
  expect(() => testOf(preparation, { ...plan, form: ['nothing'] })).toThrow(/nothing/);
});
