import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Clock } from '../../src/examinee/services.ts';
import { NO_LIMITS, RunBudgets, tokensOf } from '../../src/run/run-budgets.ts';

const NOTHING = { dollars: 0, tokens: 0 };

/** A clock that stands still until it is told. */
function handClock() {
  let at = 0;
  const sleepers: { until: number; wake: () => void; isAwake: () => boolean }[] = [];
  const clock: Clock = {
    now: () => at,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        sleepers.push({
          until: at + ms,
          wake: resolve,
          isAwake: () => signal?.aborted === true,
        });
      }),
  };
  return {
    clock,
    /** How many wait for a later time. */
    sleeping: () => sleepers.filter(({ until, isAwake }) => until > at && !isAwake()).length,
    async to(time: number) {
      at = time;
      for (const { until, wake } of sleepers) if (until <= at) wake();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('each budget refuses calls that do not fit, says so, and frees the reservation in the other', async () => {
  const { clock } = handClock();
  const budgets = new RunBudgets({ money: 1, tokens: 100, time: null }, NOTHING, clock);
  expect(await budgets.reserve({ dollars: 0.4, tokens: 101 })).toBe(false);
  expect(budgets.spent).toEqual(['tokens']);
  // All of the money is there still.
  expect(await budgets.reserve({ dollars: 1, tokens: 60 })).toBe(true);
  budgets.settle({ dollars: 1, tokens: 60 }, { dollars: 0.7, tokens: 55 });
  expect(budgets.taken).toEqual({ dollars: 0.7, tokens: 55 });
  expect(await budgets.reserve({ dollars: 0.4, tokens: 1 })).toBe(false);
  expect(budgets.spent).toEqual(['money', 'tokens']);
});

test('the earlier use of the run counts', async () => {
  const { clock } = handClock();
  const before = { dollars: 0.9, tokens: 90 };
  const budgets = new RunBudgets({ money: 1, tokens: 100, time: null }, before, clock);
  expect(await budgets.reserve({ dollars: 0.2, tokens: 1 })).toBe(false);
  expect(await budgets.reserve({ dollars: 0.1, tokens: 11 })).toBe(false);
  expect(await budgets.reserve({ dollars: 0.1, tokens: 10 })).toBe(true);
});

test('once the time is over nothing is begun, and nobody waits any longer', async () => {
  const { clock, to, sleeping } = handClock();
  const budgets = new RunBudgets({ ...NO_LIMITS, time: 1000 }, NOTHING, clock);
  await to(999);
  expect(await budgets.reserve({ dollars: 1, tokens: 1 })).toBe(true);
  expect(budgets.late.aborted).toBe(false);
  await to(1000);
  expect(budgets.late.aborted).toBe(true);
  expect(await budgets.reserve(NOTHING)).toBe(false);
  expect(budgets.spent).toEqual(['time']);
  expect(budgets.elapsed).toBe(1000);
  expect(budgets.taken).toEqual({ dollars: 0, tokens: 0 });
  expect(sleeping()).toBe(0);
});

test('a timer that is late does not let a call through', async () => {
  const { clock } = handClock();
  let at = 0;
  const budgets = new RunBudgets({ ...NO_LIMITS, time: 10 }, NOTHING, { ...clock, now: () => at });
  at = 11;
  expect(await budgets.reserve(NOTHING)).toBe(false);
  expect(budgets.late.aborted).toBe(true);
});

test('closed, it waits for nothing', async () => {
  const { clock, sleeping } = handClock();
  const budgets = new RunBudgets({ ...NO_LIMITS, time: 1000 }, NOTHING, clock);
  expect(sleeping()).toBe(1);
  budgets.close();
  expect(sleeping()).toBe(0);
  expect(budgets.spent).toEqual([]);
});

test('no budget is ever exceeded, and no call waits forever, for any costs and any order', async () => {
  const { clock } = handClock();
  const amount = fc.double({ min: 0, max: 1, noNaN: true });
  const call = fc.record({ dollars: amount, tokens: fc.nat(100), used: amount });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 30 }), fc.nat(1000), async (calls, tokens) => {
      const budgets = new RunBudgets({ money: 3, tokens, time: null }, NOTHING, clock);
      await Promise.all(
        calls.map(async ({ used, ...most }) => {
          if (!(await budgets.reserve(most))) return;
          await Promise.resolve();
          budgets.settle(most, { dollars: used * most.dollars, tokens: used * most.tokens });
          expect(budgets.taken.dollars).toBeLessThanOrEqual(3 + 1e-6);
          expect(budgets.taken.tokens).toBeLessThanOrEqual(tokens + 1e-6);
        }),
      );
    }),
  );
});

test('tokens of replies: none from a cache, unknown if not counted', () => {
  const of = (prompt: number, completion: number, more = {}) => ({
    tokens: { prompt, completion, reasoning: 0 },
    cached: false,
    refused: null,
    ...more,
  });
  expect(tokensOf([of(5, 7), of(2, 1)])).toBe(15);
  expect(tokensOf([of(5, 7, { cached: true }), of(2, 1)])).toBe(3);
  expect(tokensOf([of(0, 0, { refused: 'HTTP 400' })])).toBe(0);
  expect(tokensOf([of(5, 7), of(0, 0)])).toBeNull();
});
