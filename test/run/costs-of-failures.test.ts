import { describe, expect, test } from 'vitest';
import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../../src/errors.ts';
import type { Examinee, Question } from '../../src/examinee/examinee.ts';
import { plainReply } from '../../src/examinee/reply.ts';
import { askItem } from '../../src/run/ask-item.ts';
import { Budget } from '../../src/run/budget.ts';
import { type RunServices, runModels } from '../../src/run/run-models.ts';
import type { RunAnswer, RunCharge } from '../../src/run/run-record.ts';
import { BRIDGE } from '../prompt/items.ts';
import { testItem } from './test-item.ts';

const HOW = { prompt: { variant: 'answer-only' as const }, score: {} };

/** Answers at 0.1 dollars each, until question `failing` (from 0) fails as it is told to. */
function examinee(failing: number, details: { cost?: number; isForAll?: boolean }): Examinee {
  let asked = 0;
  return {
    name: 'm',
    ask: async (_: Question) => {
      if (asked++ >= failing)
        fail('EXAMINEE_FAILED', { examinee: 'm', reason: 'HTTP 400', todo: 'Pay.', ...details });
      return { ...plainReply('The answer is (A).'), cost: 0.1 };
    },
  };
}

describe('a question that fails', () => {
  test.each([
    [{ cost: 0.5, isForAll: true }, 0.6],
    [{}, 0.1],
  ])('costs what was paid in its case before: %j', async (details, cost) => {
    const error = await askItem(examinee(1, details), BRIDGE, HOW).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'EXAMINEE_FAILED',
      message: expect.stringContaining('HTTP 400'),
    });
    expect(error.details).toMatchObject({ ...details, cost: expect.closeTo(cost, 12) });
  });

  test('leaves a defect as it is', async () => {
    const defect = new Error('defect');
    const broken = { name: 'm', ask: () => Promise.reject(defect) };
    await expect(askItem(broken, testItem(0), HOW)).rejects.toBe(defect);
  });
});

describe('the run of a model that fails', () => {
  const BANK: Item[] = Array.from({ length: 5 }, (_, j) => testItem(j));
  const charged: RunCharge[] = [];
  const run = async (who: Examinee, kept: RunAnswer[], budget: Budget) => {
    let next = 0;
    const model = {
      test: {
        model: 'm',
        next: () => (next === kept.length && next < BANK.length ? [next++] : []),
        record() {},
        isOver: false,
      },
      examinee: who,
      mostCost: () => 1,
      known: new Map(),
    };
    const services: RunServices = {
      store: {
        append: async (_, answers) => {
          kept.push(...answers);
          return answers.length;
        },
        charge: async (_, charges) => {
          charged.push(...charges);
          return charges[0];
        },
      },
      run: 1,
      idAt: (position) => BANK[position].id,
      itemAt: async (position) => BANK[position],
      askOf: () => HOW,
      budget,
      unanswered: 'wrong',
      concurrency: 1,
      now: () => '2026-01-01T00:00:00.000Z',
      stop: new AbortController().signal,
      abort: new AbortController().signal,
      onAnswer() {},
    };
    return runModels([model], services);
  };

  test('has spent the cost of the failure', async () => {
    const budget = new Budget(10);
    const [outcome] = await run(examinee(2, { cost: 0.5, isForAll: true }), [], budget);
    expect(outcome.stopped).toBe('failed');
    expect(budget.spent).toBeCloseTo(0.7, 12);
    expect(charged).toMatchObject([{ dollars: 0.5, tokens: 0 }]);
  });

  test('keeps nothing as wrong if every question would fail', async () => {
    const kept: RunAnswer[] = [];
    const [outcome] = await run(examinee(2, { isForAll: true }), kept, new Budget(10));
    expect(outcome).toMatchObject({ stopped: 'failed', error: { code: 'EXAMINEE_FAILED' } });
    expect(kept.map(({ refused }) => refused)).toEqual([null, null]);
  });
});
