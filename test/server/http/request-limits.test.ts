import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestLimits } from '../../../src/server/http/request-limits.ts';
import { tokenBuckets } from '../../../src/server/http/token-buckets.ts';
import type { RateStore } from '../../../src/store/instances/rate-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settings = { requestsPerMinute: 600, refusalsPerMinute: 60 };
const clock = () => Date.now();

/** A database of buckets, by the same rule as the real one; `isUp` false: it does not answer. */
function database() {
  const levels = new Map<string, { tokens: number; at: number }>();
  const state = { isUp: true, calls: 0, names: new Set<string>() };
  const rates: RateStore = {
    async take(uses) {
      state.calls++;
      for (const { name } of uses) state.names.add(name);
      if (!state.isUp) throw new Error('no answer');
      return new Map(
        uses.map(({ name, used, most }) => {
          const { tokens, at } = levels.get(name) ?? { tokens: most, at: clock() };
          const now = Math.min(most, tokens + ((clock() - at) * most) / 60_000) - used;
          levels.set(name, { tokens: now, at: clock() });
          return [name, now];
        }),
      );
    },
  };
  return { rates, state };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const take = (limits: ReturnType<typeof requestLimits>, count: number, name = 'key') =>
  Array.from({ length: count }, () => limits.requests.take(name)).filter((wait) => wait === 0)
    .length;

describe('limits of several instances', () => {
  test('are one limit, with at most the use of a second at each of the others in addition', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(25), fc.nat(25), fc.nat(25)), { minLength: 60, maxLength: 300 }),
        async (seconds) => {
          const { rates } = database();
          const all = [1, 2, 3].map(() => requestLimits(settings, rates, clock));
          let admitted = 0;
          for (const [k, counts] of seconds.entries()) {
            for (const [i, count] of counts.entries()) admitted += take(all[i], count);
            await pass(1000);
            // A full bucket, what has come in, and what was taken before the others had heard of it.
            expect(admitted).toBeLessThanOrEqual(600 + 10 * (k + 1) + 2 * 75);
          }
          for (const one of all) await one.close();
        },
      ),
      { numRuns: 15 },
    );
  });

  test('refuse at all what was taken at one, and are paid back by what comes in', async () => {
    const { rates } = database();
    const [a, b] = [1, 2].map(() => requestLimits(settings, rates, clock));
    expect(take(a, 1000)).toBe(600);
    expect(take(b, 500)).toBe(500);
    await pass(1000);
    // 500 more than there were: for 50 seconds nothing more.
    expect([take(a, 1), take(b, 1)]).toEqual([0, 0]);
    await pass(1000);
    expect(a.requests.take('key')).toBeGreaterThan(45);
    await pass(40_000);
    expect([take(a, 1), take(b, 1)]).toEqual([0, 0]);
    await pass(12_000);
    expect(take(a, 1)).toBe(1);
    // Other keys have limits of their own.
    expect(take(b, 600, 'other')).toBe(600);
    await a.close();
    await b.close();
  });

  test('count what could not be told when the database answers again, and meanwhile each has its own', async () => {
    const { rates, state } = database();
    const [a, b] = [1, 2].map(() => requestLimits(settings, rates, clock));
    state.isUp = false;
    expect(take(a, 400)).toBe(400);
    await pass(1000);
    expect(take(a, 1000)).toBe(210);
    expect(take(b, 100)).toBe(100);
    state.isUp = true;
    await pass(1000);
    expect(take(b, 1000)).toBe(0);
    await a.close();
    await b.close();
  });

  test('of addresses are those of refused keys, and what is given back is free for all', async () => {
    const { rates, state } = database();
    const [a, b] = [1, 2].map(() => requestLimits(settings, rates, clock));
    for (let k = 0; k < 60; k++) expect(a.refusals.take('10.0.0.1')).toBe(0);
    for (let k = 0; k < 40; k++) a.refusals.giveBack('10.0.0.1');
    expect(b.refusals.take('10.0.0.1')).toBe(0);
    await pass(1000);
    const left = Array.from({ length: 60 }, () => b.refusals.take('10.0.0.1'));
    expect(left.filter((wait) => wait === 0)).toHaveLength(39);
    // A key of the same name is another bucket.
    expect(take(b, 600, '10.0.0.1')).toBe(600);
    // Nothing is told where nothing was taken.
    await pass(1000);
    expect([...state.names].sort()).toEqual(['address 10.0.0.1', 'key 10.0.0.1']);
    const { calls } = state;
    await pass(5000);
    expect(state.calls).toBe(calls);
    await a.close();
    await b.close();
  });

  test('without a shared database are those of the process', async () => {
    const own = requestLimits(settings, null, clock);
    expect(take(own, 700)).toBe(600);
    await pass(1000);
    expect(take(own, 700)).toBe(10);
    await own.close();
  });
});

test('a bucket forgets what was drained, and counts what was taken since', () => {
  const buckets = tokenBuckets(600, () => 0);
  buckets.take('x');
  buckets.take('x');
  expect(buckets.drain()).toEqual(new Map([['x', 2]]));
  expect(buckets.drain()).toEqual(new Map());
  buckets.take('x');
  buckets.set('x', 2);
  // One of the two has been taken meanwhile.
  expect([buckets.take('x'), buckets.take('x')]).toEqual([0, 1]);
});
