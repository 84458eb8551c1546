import { expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { checkGrowth } from '../../../src/ranking/check-growth.ts';
import type { LiveTest } from '../../../src/ranking/live/live-test.ts';
import { type LiveRequest, prepareLive } from '../../../src/ranking/live/prepare-live.ts';
import { rankRecorded } from '../../../src/ranking/rank-recorded.ts';
import { FIXTURE_CACHE } from '../../fixtures/bank/bank.ts';
import { IS_ALL } from '../../repetitions.ts';
import { MODELS, simulatedBank, withScores } from '../simulated-bank.ts';

const ITEMS = 240;
const bank = simulatedBank(MODELS, ITEMS);
const REQUEST: LiveRequest = {
  bank,
  families: null,
  models: ['newcomer'],
  items: 40,
  strategy: 'robust',
  lag: 1,
  seed: 1,
  leaveOut: [],
  isAskable: null,
  cacheFolder: FIXTURE_CACHE,
};
/** Right where most recorded models are wrong. */
const STRANGE = Array.from({ length: ITEMS }, (_, j) => {
  const right = MODELS.reduce((sum, _, i) => sum + bank.responses.scores[i * ITEMS + j], 0);
  return right < MODELS.length / 2 ? 1 : 0;
});
const strange = (j: number) => STRANGE[j];
const testOf = (own: Partial<LiveRequest> = {}) => prepareLive({ ...REQUEST, ...own }).tests[0];

/** Gives a test its answers, several at once and in any order, until it waits for nothing. */
function give(live: LiveTest, answer: (j: number) => number, seed: string): number[] {
  const random = randomStream('growth', seed);
  const asked: number[] = [];
  const waiting: number[] = [];
  for (;;) {
    const items = live.next(6 - waiting.length);
    asked.push(...items);
    waiting.push(...items);
    if (waiting.length === 0) return asked;
    expect(live.isOver && waiting.length < live.length - live.asked).toBe(false);
    const [j] = waiting.splice(Math.floor(random() * waiting.length), 1);
    live.record(j, answer(j));
  }
}

test('a test with an alarm or a wide interval goes on, and says from where and why', () => {
  const short = testOf();
  const first = give(short, strange, 'a');
  const long = testOf({ growTo: 200 });
  expect(long.length).toBe(40);
  const asked = give(long, strange, 'a');
  expect(asked.slice(0, 40)).toEqual(first);
  const [before, after] = [short.score()!, long.score()!];
  expect(before.growth).toBeNull();
  expect(after.growth).toMatchObject({ from: 40, why: before.alarm ?? 'wide', atBound: false });
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.length).toBeLessThan(200);
  expect([long.isOver, long.length, after.items]).toEqual([true, asked.length, asked.length]);
  expect(after).toMatchObject({ verified: false });
  expect(after.high - after.low).toBeLessThan(before.high - before.low);
});

test('an ordinary test does not, and is the same with a bound and without', () => {
  const answer = (j: number) => bank.responses.scores[4 * ITEMS + j];
  const [short, long] = [testOf(), testOf({ growTo: 200 })];
  expect(give(long, answer, 'b')).toEqual(give(short, answer, 'b'));
  expect(long.score()).toEqual(short.score());
  expect(long.score()).toMatchObject({ growth: null, items: 40 });
});

test('its length depends on the answers alone, with any lag and whoever looks', () => {
  const own = { growTo: 120, lag: 5 };
  const [calm, busy] = [testOf(own), testOf(own)];
  const look = (j: number) => {
    busy.score();
    expect(busy.length).toBeGreaterThanOrEqual(40);
    return strange(j);
  };
  expect(give(busy, look, 'late')).toEqual(give(calm, strange, 'early'));
  expect(busy.score()).toEqual(calm.score());
  // While answers are awaited at the first length, the test waits: it is not over.
  const waiting = testOf(own);
  const open: number[] = [];
  for (;;) {
    const items = waiting.next(1);
    if (items.length === 0 && open.length === 0) break;
    open.push(...items);
    if (waiting.asked === 40) {
      expect(waiting.isOver).toBe(false);
      if (open.length > 0) expect(waiting.next(1)).toEqual([]);
    }
    if (items.length === 0) for (const j of open.splice(0)) waiting.record(j, strange(j));
  }
  expect(waiting.score()).toEqual(calm.score());
});

test('it ends at its bound, and says so', () => {
  const live = testOf({ items: 30, growTo: 35 });
  expect(give(live, strange, 'c')).toHaveLength(35);
  expect(live.score()!.growth).toMatchObject({ from: 30, atBound: true });
});

test.runIf(IS_ALL)('recorded models grow too, each for itself', () => {
  const own = withScores(bank, (i, j, u) => (i === 7 ? STRANGE[j] : u));
  const request = {
    bank: own,
    items: 40,
    strategy: 'robust' as const,
    seed: 5,
    families: null,
    draws: 1,
    cacheFolder: FIXTURE_CACHE,
  };
  const short = rankRecorded(request);
  const long = rankRecorded({ ...request, growTo: 160 });
  expect([short.growTo, long.growTo]).toEqual([null, 160]);
  for (const after of long.models) {
    const before = short.models.find(({ model }) => model === after.model)!;
    if (after.growth === null) expect({ ...after, rank: 0 }).toEqual({ ...before, rank: 0 });
    else expect(after).toMatchObject({ verified: false, growth: { from: 40 } });
    expect(after.items > 40).toBe(after.growth !== null);
  }
  expect(long.models.find(({ model }) => model === 'delta')!.items).toBeGreaterThan(40);
  expect(long.models.filter(({ growth }) => growth !== null).length).toBeLessThan(7);
});

test.each<[Parameters<typeof checkGrowth>[1], number, string]>([
  [{ strategy: 'paper', items: 40 }, 80, 'only robust tests can grow'],
  [{ strategy: 'robust', items: 40 }, 40, 'a number above 40'],
  [
    { strategy: 'robust', items: 40 },
    241,
    '--grow-to: found 241, where the bank has 240 items; accepted: at most 240',
  ],
  [
    { strategy: 'robust', items: 40, costs: { dollars: new Float64Array(240) } },
    80,
    '--grow-to, --costs',
  ],
])('%j to %d is refused', (request, growTo, why) => {
  expect(() => checkGrowth(growTo, request, 240, 'the bank')).toThrow(why);
  expect(() => checkGrowth(null, request, 240, 'the bank')).not.toThrow();
});
