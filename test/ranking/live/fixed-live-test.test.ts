import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { prepare, type TestPlan, testOf } from '../../../src/ranking/live/preparation.ts';
import { wilsonInterval } from '../../../src/statistics/wilson-interval.ts';
import { MODELS, simulatedBank } from '../simulated-bank.ts';

const ITEMS = 120;
const bank = simulatedBank(MODELS, ITEMS);
const { parameters } = calibrate(bank.responses);
const preparation = prepare({
  ...{ recorded: bank, askable: null },
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

/** Answers to the first `count` items of a test, by a rule of the item. */
function answered(own: TestPlan, count: number, rule: (j: number) => number) {
  const live = testOf(preparation, own);
  for (const j of live.next(count)) live.record(j, rule(j));
  return live.score()!;
}

describe('the score of a drawn form by its design', () => {
  const drawn: TestPlan = { ...plan, draw: 'representative', person: true };
  const rule = (j: number) => Number(j % 3 === 0);

  test('is the plain mean, with an interval by differences along the line of difficulty', () => {
    const score = answered(drawn, form.length, rule);
    const [{ codes }] = Object.values(bank.tags);
    // Subjects from easy to hard and from hard to easy in turn.
    const rank = (j: number) => 100 * codes[j] + (codes[j] % 2 === 0 ? 1 : -1) * parameters.b[j];
    const line = [...form].sort((x, y) => rank(x) - rank(y)).map(rule);
    const share = line.reduce((sum, u) => sum + u, 0) / line.length;
    let differences = 0;
    for (let k = 1; k < line.length; k++) differences += (line[k] - line[k - 1]) ** 2;
    const variance = differences / (2 * 9 * 10);
    // Student's t of 6 degrees of freedom, P(T > t) = 0.05, by R: qt(0.95, 6).
    const n = Math.min(15, (share * (1 - share)) / variance) * (1.644854 / 1.94318) ** 2;
    const { low, high } = wilsonInterval(share, n, 1.644854);
    expect(score.score).toBeCloseTo(100 * share, 10);
    expect(score.expected.low).toBeCloseTo(100 * low, 3);
    expect(score.expected.high).toBeCloseTo(100 * high, 3);
    const recorded = wilsonInterval(share, n / (1 - 10 / ITEMS), 1.644854);
    expect(score.low).toBeCloseTo(100 * recorded.low, 3);
    expect(score).toMatchObject({ verified: true, unverified: null, items: 10 });
    // The ability stays on the scale of the models.
    expect(score.ability).toBe(answered(plan, form.length, rule).ability);
  });

  test('rests on a random part if it is stopped early, and is unverified if questions were skipped', () => {
    const order = Array.from({ length: 20 }, (_, k) => (7 * k + 2) % ITEMS);
    const longer = { ...drawn, form: order.map((j) => bank.responses.items[j]), length: 20 };
    const early = answered(longer, 12, rule);
    const share = order.slice(0, 12).reduce((sum, j) => sum + rule(j), 0) / 12;
    expect(early.score).toBeCloseTo(100 * share, 10);
    expect(early).toMatchObject({ items: 12, verified: true });
    const live = testOf(preparation, longer);
    for (const j of live.next(20)) if (j !== order[2]) live.record(j, rule(j));
    expect(live.score()).toMatchObject({ items: 19, verified: false, unverified: 'awaited' });
  });

  test.each([
    ['all wrong', 0, 'lowest', 'low'],
    ['all right', 100, 'highest', 'high'],
  ] as const)('of answers that are %s reaches %i', (_, end, atBound, side) => {
    for (const own of [drawn, plan, { ...drawn, draw: null }]) {
      const score = answered(own, form.length, () => end / 100);
      expect(score).toMatchObject({ atBound, ability: atBound === 'lowest' ? -6 : 6 });
      expect([score[side], score.expected[side]]).toEqual([end, end]);
      expect(score.high - score.low).toBeGreaterThan(5);
    }
  });

  test.each(['fixed', 'random', 'paper'] as const)(
    'needs ten answers of a person, by the strategy %s',
    (strategy) => {
      const few = { ...drawn, strategy };
      const live = testOf(preparation, few);
      for (let k = 0; k < 9; k++) {
        const [j] = live.next(1);
        live.record(j, rule(j));
      }
      expect(live.score()).toMatchObject({ items: 9, verified: false, unverified: 'too-few' });
    },
  );

  test('of random items is that of a random sample', () => {
    const score = answered({ ...drawn, draw: 'random' }, form.length, rule);
    const share = form.reduce((sum, j) => sum + rule(j), 0) / form.length;
    expect(score.score).toBeCloseTo(100 * share, 10);
    expect(score).toMatchObject({ verified: true, expected: { basis: 'sample' } });
  });
});

test.each(['paper', 'adaptive', 'fixed'] as const)(
  'a test of a person by the strategy %s is never verified, not even of the whole bank',
  (strategy) => {
    const own = { ...plan, strategy, person: true, form: bank.responses.items, length: ITEMS };
    const live = testOf(preparation, own);
    for (let [j] = live.next(1); j !== undefined; [j] = live.next(1))
      live.record(j, Number(j % 3 === 0));
    expect(live.score()).toMatchObject({ items: ITEMS, verified: false, unverified: 'person' });
  },
);
