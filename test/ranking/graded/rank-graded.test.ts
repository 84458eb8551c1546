import { describe, expect, test } from 'vitest';
import { rankRecorded } from '../../../src/ranking/rank-recorded.ts';
import { rankOnThreads } from '../../../src/ranking/recorded/rank-on-threads.ts';
import { type RankRequest, rankSteps } from '../../../src/ranking/recorded/rank-request.ts';
import { fixtureBank } from '../../fixtures/bank/bank.ts';
import { IS_ALL } from '../../repetitions.ts';
import { withHalves, withScores } from '../simulated-bank.ts';

const MODELS = ['alpha-1', 'alpha-2', 'beta-1', 'beta-2', 'gamma-1', 'gamma-2'];
const bank = withHalves(fixtureBank(14, MODELS));
const request: RankRequest = {
  bank,
  items: 8,
  strategy: 'graded',
  seed: 1,
  families: null,
  draws: 2,
};
const steps: string[] = [];
const result = rankRecorded(request, (doing) => steps.push(doing));

test('every step is reported, and every fold chooses a model', () => {
  expect(steps).toHaveLength(rankSteps(request));
  expect(result.graded).toMatchObject({ levels: [0, 0.5, 1], isExact: true });
  expect(result.graded!.choices).toHaveLength(result.folds);
  expect(result.models.every(({ items }) => items === 8)).toBe(true);
});

test('a session names the model of its fold, and the category of each answer', () => {
  const chosen = result.graded!.choices.map(({ model }) => model as string);
  for (const { record } of result.sessions) {
    if (!('levels' in record)) throw new Error('another kind of record');
    expect(chosen).toContain(record.model);
    for (const { score, category } of record.items) expect(category).toBe(2 * score);
  }
});

test.runIf(IS_ALL)('threads give the same result', async () => {
  expect(await rankOnThreads(request, 2, undefined, undefined, 0)).toEqual(result);
});

describe('a model whose answers change', () => {
  const changed = rankRecorded({
    ...request,
    bank: withScores(bank, (i, _, u) => (MODELS[i].startsWith('alpha') ? 1 - u : u)),
  });
  test('is tested on the same calibration as before, others are not', () => {
    const same = changed.graded!.choices.filter((choice, k) => {
      const before = result.graded!.choices[k];
      return choice.candidates[0].logLikelihood === before.candidates[0].logLikelihood;
    });
    expect(same).toHaveLength(1);
  });
  test('is asked the same first item', () => {
    const first = (of: typeof result) =>
      of.sessions.find(({ model }) => model === 'alpha-1')!.record.items[0].item;
    expect(first(changed)).toBe(first(result));
  });
});
