import { describe, expect, test } from 'vitest';
import { postHoc } from '../../sim/post-hoc/post-hoc.ts';
import { randomStream } from '../../src/random.ts';
import { prepareLive } from '../../src/ranking/live/prepare-live.ts';
import { rankRecorded } from '../../src/ranking/rank-recorded.ts';
import type { RankRequest } from '../../src/ranking/recorded/rank-request.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import { failureOf } from '../files/temporary.ts';
import { FIXTURE_CACHE, fixtureBank } from '../fixtures/bank/bank.ts';
import { MODELS, simulatedBank, withScores } from './simulated-bank.ts';

const ITEMS = 60;
const bank: RecordedBank = withScores(fixtureBank(ITEMS), (i, j, u) =>
  (7 * i + 3 * j) % 50 === 0 ? Number.NaN : u,
);
/** Three, for as few calibrations. */
const FAMILIES = MODELS.map((_, i) => `${i % 3}`);
const random = randomStream('costs');
const dollars = Float64Array.from({ length: ITEMS }, () => 0.2 + 4 * random() ** 3);
const dollarOf = new Map(bank.responses.items.map((item, j) => [item, dollars[j]]));
const MOST = 10;
const request: RankRequest = {
  bank,
  items: ITEMS,
  strategy: 'robust',
  seed: 1,
  families: FAMILIES,
  draws: 2,
  costs: { dollars, most: MOST },
  cacheFolder: FIXTURE_CACHE,
};

describe('a ranking with costs', () => {
  const result = rankRecorded(request);

  test('no test costs more than the most; each says what it cost, and so does the whole', () => {
    for (const { model, record } of result.sessions) {
      const own = result.models.find((line) => line.model === model)!;
      const sum = record.items.reduce((total, { item }) => total + dollarOf.get(item)!, 0);
      expect(own.cost).toBeCloseTo(sum, 10);
      expect(sum).toBeLessThanOrEqual(MOST);
      expect(sum).toBeGreaterThan(MOST - 1);
      expect(own.stopped).toBe('$10.00 used up');
    }
    const { costs } = result;
    const all = dollars.reduce((sum, cost) => sum + cost, 0);
    expect(costs!.wholeBank).toBeCloseTo(all, 10);
    expect(costs!.mean).toBeCloseTo(
      result.models.reduce((sum, { cost }) => sum + cost!, 0) / MODELS.length,
      10,
    );
    expect(costs!.most).toBe(MOST);
    expect(costs!.random).toBeLessThanOrEqual(MOST);
  });

  test('without a most, as many items as asked for, for less than items that all cost the same', () => {
    const items = { ...request, items: 20, draws: 1 };
    const priced = rankRecorded({ ...items, costs: { dollars } });
    const plain = rankRecorded({ ...items, costs: { dollars, perDollar: false } });
    expect(priced.models.every((model) => model.items === 20)).toBe(true);
    expect(priced.costs!.mean).toBeLessThan(0.8 * plain.costs!.mean);
    const { costs, models, ...rest } = plain;
    const { models: same, ...without } = rankRecorded({ ...items, costs: undefined });
    expect(rest).toEqual(without);
    expect(models.map(({ cost: _, ...model }) => model)).toEqual(same);
  });
});

test.each(['paper', 'balanced'] as const)(
  '%s cannot use costs, and is told what can',
  (strategy) => {
    const tags = simulatedBank(MODELS, ITEMS, { fullScore: 'macro:topic' });
    const error = failureOf(() => rankRecorded({ ...request, bank: tags, strategy }));
    expect(error.code).toBe('OPTIONS_CONFLICT');
    expect(error.message).toContain('robust, which chooses by information per dollar; random');
  },
);

test.each([
  [{ dollars, most: 0.1 }, 'where the cheapest item costs'],
  [{ dollars: dollars.subarray(1) }, '59 costs for 60 items'],
  [{ dollars: dollars.with(3, Number.NaN) }, 'NaN for item'],
])('costs that cannot be used are refused', (costs, message) => {
  const error = failureOf(() => rankRecorded({ ...request, costs }));
  expect(error.code).toBe('OPTION_INVALID');
  expect(error.message).toContain(message);
});

test.each(['robust', 'random'] as const)('a live test of %s ends by money too', (strategy) => {
  // Enough models for verified intervals.
  const models = Array.from({ length: 24 }, (_, i) => `${'abcdefghijkl'[i % 12]}-${i}`);
  const { tests } = prepareLive({
    ...{
      bank: simulatedBank(models, ITEMS),
      families: null,
      models: ['new'],
      items: ITEMS,
      strategy,
      lag: 4,
      seed: 1,
    },
    ...{ leaveOut: [], isAskable: null, costs: { dollars, most: MOST } },
  });
  const [own] = tests;
  const asked: number[] = [];
  for (let items = own.next(3); items.length > 0; items = own.next(3))
    for (const j of items) {
      asked.push(j);
      own.record(j, j % 2);
    }
  expect(own.isOver).toBe(true);
  expect(own.cost).toBeCloseTo(
    asked.reduce((sum, j) => sum + dollars[j], 0),
    10,
  );
  expect(own.cost).toBeLessThanOrEqual(MOST);
  expect(own.cost).toBeGreaterThan(MOST / 2);
  expect(own.score()!.items).toBe(asked.length);
  // A finished test, though it is shorter than it could have been.
  expect(own.score()!.unverified).toBeNull();
});

describe('post-hoc simulation with costs', () => {
  const study = {
    ...{ bank, lengths: [ITEMS], folds: 3, seeds: 1, seed: 1, families: FAMILIES },
    costs: { dollars, most: MOST },
  };

  test('gives what tests cost on average', () => {
    const { results } = postHoc({ ...study, strategies: ['robust', 'random', 'random-irt'] });
    const [robust, plain, irt] = results;
    expect(robust.cost).toBeGreaterThan(plain.cost!);
    expect(irt.cost).toBe(plain.cost);
    for (const { cost } of results) expect(cost).toBeLessThanOrEqual(MOST);
    expect(robust.itemsUsed).toBeGreaterThan(1.3 * plain.itemsUsed);
  });

  test('refuses strategies that cannot use them', () => {
    const error = failureOf(() => postHoc({ ...study, strategies: ['robust', 'anchors'] }));
    expect(error.code).toBe('OPTIONS_CONFLICT');
    expect(error.message).toContain('Those that can: random, random-irt, robust');
  });
});

describe('money for next to nothing', () => {
  const few = withScores(bank, (i, j, u) => (i === 3 && j < 2 ? Number.NaN : j < 2 ? 1 : u));
  const dear = new Float64Array(ITEMS).fill(10).fill(1, 0, 2);

  test('a model whose answers all cost more is named', () => {
    const error = failureOf(() =>
      rankRecorded({ ...request, bank: few, costs: { dollars: dear, most: 2 } }),
    );
    expect(error.code).toBe('OPTION_INVALID');
    expect(error.message).toContain('$2.00, where the cheapest item that beta-1 has an answer to');
  });

  test('a random test that pays for nothing knows nothing, and every figure is a number', () => {
    const all = withScores(bank, (_i, j, u) => (j < 2 ? 1 : u));
    const costs = { dollars: dear, most: 2 };
    const ranked = rankRecorded({ ...request, bank: all, costs });
    expect(ranked.models.every(({ items }) => items === 2)).toBe(true);
    const studied = postHoc({
      ...{ bank: all, lengths: [ITEMS], folds: 3, seeds: 1, seed: 1, families: FAMILIES, costs },
      strategies: ['robust', 'random', 'random-irt'],
    });
    for (const value of [ranked, studied])
      JSON.stringify(value, (key, one) => {
        if (typeof one === 'number') expect([key, Number.isFinite(one)]).toEqual([key, true]);
        return one;
      });
  });
});
