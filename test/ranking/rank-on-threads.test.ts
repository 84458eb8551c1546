import { expect, test } from 'vitest';
import { rankRecorded } from '../../src/ranking/rank-recorded.ts';
import { rankOnThreads } from '../../src/ranking/recorded/rank-on-threads.ts';
import { type RankRequest, rankSteps } from '../../src/ranking/recorded/rank-request.ts';
import { fixtureBank } from '../fixtures/bank/bank.ts';

const MODELS = ['alpha-1', 'alpha-2', 'alpha-3', 'beta-1', 'beta-2', 'gamma-1', 'gamma-2'];

test('two threads give the same result, steps and lines as none', async () => {
  const request: RankRequest = {
    bank: fixtureBank(40, MODELS),
    ...{ families: null, items: 10, seed: 1, draws: 2, strategy: 'robust' },
  };
  const steps: string[] = [];
  const alone = rankRecorded(request, (step) => steps.push(step));
  const done: string[] = [];
  const early: unknown[] = [];
  const result = await rankOnThreads(
    request,
    2,
    (step) => done.push(step),
    (line) => early.push(line),
    0,
  );
  expect(result).toEqual(alone);
  expect(done).toHaveLength(rankSteps(request));
  expect(done.toSorted()).toEqual(steps.toSorted());
  const lines = alone.models.map(({ rank: _, ...line }) => line);
  expect(early).toHaveLength(lines.length);
  expect(early).toEqual(expect.arrayContaining(lines));
});
