import { expect, test } from 'vitest';
import { sessionLists } from '../../../src/server/sessions/report/session-lists.ts';
import type { ServiceSessionStore } from '../../../src/store/service/service-session-store.ts';

/** Lists of a store with so many sessions; counting a thousand takes 1 ms. */
function listsOf(sessions: number) {
  const state = { time: 0, sessions, counts: 0 };
  const store = {
    expired: async () => [],
    list: async () => [],
    sums: async () => new Map(),
    async count() {
      state.counts++;
      state.time += state.sessions / 1000;
      return state.sessions;
    },
  };
  const lists = sessionLists(
    { now: () => '2026-01-01T00:00:00.000Z', log: () => {}, elapsed: () => state.time },
    store as unknown as ServiceSessionStore,
    {} as never,
    {} as never,
    () => false,
  );
  const total = async (filter = {}) =>
    (await lists.list({ banks: null, limit: 10, ...filter })).total;
  return { state, total, count: lists.count };
}

test('a few sessions are counted for each list', async () => {
  const { state, total } = listsOf(1000);
  expect(await total()).toBe(1000);
  state.sessions = 999;
  expect(await total()).toBe(999);
});

test('counting very many takes a bounded share of the time, however many read', async () => {
  const { state, total, count } = listsOf(100_000);
  expect(await total()).toBe(100_000);
  state.sessions++;
  // One count of 100 ms serves for 5 s: all pages, and everyone else who counts the same.
  state.time += 5000;
  expect(await total({ cursor: '7', limit: 3 })).toBe(100_000);
  expect(await count({ banks: null })).toBe(100_000);
  expect(state.counts).toBe(1);
  expect(await total({ banks: ['exam'] })).toBe(100_001);
  expect(state.counts).toBe(2);
  // The next reader has the last one, and a new one is begun.
  state.time += 1;
  expect(await total()).toBe(100_000);
  await expect.poll(() => total()).toBe(100_001);
  expect(state.counts).toBe(3);
});
