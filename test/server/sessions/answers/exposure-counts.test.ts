import { expect, test } from 'vitest';
import { exposureCounts } from '../../../../src/server/sessions/answers/exposure-counts.ts';

/** 250 sessions that were asked item a, and every tenth b; a query takes so many ms. */
function bank(milliseconds: number) {
  let [time, pages, count] = [0, 0, 250];
  const store = {
    async exposure(_: string, after: number, limit: number) {
      pages++;
      time += milliseconds;
      const own = Array.from({ length: Math.min(limit, count - after) }, (_, k) => after + k + 1);
      const asked = new Map([
        ['a', own.length],
        ['b', own.filter((number) => number % 10 === 0).length],
      ]);
      return { sessions: own.length, asked, next: own.length < limit ? null : after + limit };
    },
  };
  return {
    exposure: exposureCounts(store, () => time),
    pages: () => pages,
    add: () => void count++,
    pass(ms: number) {
      time += ms;
    },
  };
}

test('sessions are counted some at a time; what takes little is counted anew each time', async () => {
  const { exposure, pages, add } = bank(1);
  const asked = new Map([
    ['a', 250],
    ['b', 25],
  ]);
  expect(await exposure('x')).toEqual({ sessions: 250, asked });
  expect(pages()).toBe(3);
  add();
  expect((await exposure('x')).sessions).toBe(251);
});

test('a slow count is shared by all requests that wait for it, and not repeated at once', async () => {
  const { exposure, pages, add, pass } = bank(10);
  const both = await Promise.all([exposure('x'), exposure('x')]);
  expect(both.map(({ sessions }) => sessions)).toEqual([250, 250]);
  expect(pages()).toBe(3);
  add();
  pass(1500);
  expect((await exposure('x')).sessions).toBe(250);
  expect(pages()).toBe(3);
  pass(1);
  // The last counts are shown while it is counted, and the new ones after that.
  expect((await exposure('x')).sessions).toBe(250);
  await expect.poll(async () => (await exposure('x')).sessions).toBe(251);
  expect(pages()).toBe(6);
  pass(600_001);
  add();
  expect((await exposure('x')).sessions).toBe(252);
});
