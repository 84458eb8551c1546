import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { prepareLive } from '../../src/ranking/live/prepare-live.ts';
import { orderRecorded } from '../../src/ranking/ordering/order-recorded.ts';
import { rankRecorded } from '../../src/ranking/rank-recorded.ts';
import { rankOnThreads } from '../../src/ranking/recorded/rank-on-threads.ts';
import { rankSteps } from '../../src/ranking/recorded/rank-request.ts';
import { fixtureBank } from '../fixtures/bank/bank.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-ranking-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODELS = ['alpha-1', 'alpha-2', 'alpha-3', 'beta-1', 'beta-2', 'gamma-1', 'gamma-2'];
const bank = fixtureBank(40, MODELS);
const request = { bank, families: null, items: 10, seed: 1, draws: 2 };
const ALWAYS = 0;

describe.each(['robust', 'paper'] as const)('%s', (strategy) => {
  const own = { ...request, strategy };
  const steps: string[] = [];
  const alone = rankRecorded(own, (step) => steps.push(step));

  test.each([0, 2])('%i workers: the same result and steps as without', async (workers) => {
    const done: string[] = [];
    const result = await rankOnThreads(own, workers, (step) => done.push(step), undefined, ALWAYS);
    expect(result).toEqual(alone);
    expect(done).toHaveLength(rankSteps(own));
    expect(done.toSorted()).toEqual(steps.toSorted());
  });

  test('lines that come before the others are those of the result, where intervals do not wait for all', async () => {
    const early: unknown[] = [];
    await rankOnThreads(own, 1, undefined, (line) => early.push(line), ALWAYS);
    const lines = alone.models.map(({ rank: _, ...line }) => line);
    expect(early).toHaveLength(strategy === 'robust' ? lines.length : 0);
    expect(lines).toEqual(expect.arrayContaining(early));
  });

  test('a cached calibration gives the same result, with threads and without', async () => {
    const kept = { ...own, cacheFolder: join(folder, strategy) };
    expect(await rankOnThreads(kept, 2, undefined, undefined, ALWAYS)).toEqual(alone);
    const files = readdirSync(kept.cacheFolder);
    const folds = alone.folds;
    expect(files).toHaveLength(
      strategy === 'robust' ? 1 + 2 * folds + alone.models.length : 1 + folds,
    );
    expect(rankRecorded(kept)).toEqual(alone);
    expect(await rankOnThreads(kept, 2, undefined, undefined, ALWAYS)).toEqual(alone);
    expect(readdirSync(kept.cacheFolder)).toEqual(files);
    // Other answers are another bank.
    const scores = bank.responses.scores.slice();
    scores[0] = 1 - scores[0];
    const other = { ...kept, bank: { ...bank, responses: { ...bank.responses, scores } } };
    expect(rankRecorded(other)).toEqual(rankRecorded({ ...other, cacheFolder: null }));
  });
});

test('what cannot be ranked is refused as without threads', async () => {
  const few = { ...request, strategy: 'paper' as const, items: 41 };
  await expect(rankOnThreads(few, 2, undefined, undefined, ALWAYS)).rejects.toMatchObject({
    code: 'TOO_MANY_ITEMS',
  });
});

test('a live test asks the same items with a cached calibration', () => {
  const live = {
    ...{ bank, families: null, models: ['newcomer', MODELS[0]], items: 8, lag: 1, seed: 1 },
    ...{ leaveOut: [], isAskable: null, strategy: 'robust' as const },
  };
  const asked = (cacheFolder: string | null) =>
    prepareLive({ ...live, cacheFolder }).tests.map((own) => {
      const items: number[] = [];
      while (!own.isOver) {
        const [j] = own.next(1);
        items.push(j);
        own.record(j, items.length % 2);
      }
      return { items, score: own.score() };
    });
  const without = asked(null);
  const kept = join(folder, 'live');
  expect(asked(kept)).toEqual(without);
  expect(readdirSync(kept).length).toBeGreaterThan(2);
  expect(asked(kept)).toEqual(without);
});

test('an order with what is kept is the same order', () => {
  const order = { bank, families: null, seed: 1, confidence: 0.9, margin: 0, budget: 100 };
  const cacheFolder = join(folder, 'order');
  const alone = orderRecorded(order);
  expect(orderRecorded({ ...order, cacheFolder })).toEqual(alone);
  const files = readdirSync(cacheFolder);
  expect(files).toHaveLength(2 * alone.folds);
  expect(orderRecorded({ ...order, cacheFolder })).toEqual(alone);
  expect(readdirSync(cacheFolder)).toEqual(files);
});
