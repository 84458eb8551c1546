import { describe, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { effectOf } from '../../src/stress/effect.ts';
import { lengthEffects } from '../../src/stress/length-effects.ts';
import {
  type EffectPlan,
  type MeasureSettings,
  measureEffects,
  type WantedPair,
} from '../../src/stress/measure-effects.ts';
import { verdictsOf } from '../../src/stress/verdicts.ts';

const RULES = { confidence: 0.9, precision: 0.1, target: 'expected' } as const;
const SETTINGS: MeasureSettings = { ...RULES, most: 10_000 };
const range = (n: number) => Array.from({ length: n }, (_, k) => k);

/** Every `every`-th item is right before and wrong after. */
const costs = (every: number) => (item: number) =>
  ({ original: 1, changed: item % every === 0 ? 0 : 1 }) as const;

function source(scores: (effect: number, item: number) => { original: number; changed: number }) {
  const rounds: WantedPair[][] = [];
  const asked = new Set<string>();
  return {
    rounds,
    ask: async (pairs: readonly WantedPair[]) => {
      rounds.push([...pairs]);
      for (const { effect, item } of pairs) asked.add(`${effect} ${item}`);
      return true;
    },
    pair: ({ effect, item }: WantedPair) =>
      asked.has(`${effect} ${item}`) ? scores(effect, item) : null,
  };
}

describe('measureEffects', () => {
  const plan = (items: number[]): EffectPlan => ({ model: 'm', variant: 'v', items });

  test('ends each effect when it is precise, and gives further rounds to the others alone', async () => {
    const from = source((effect, item) => costs(effect === 0 ? 1000 : 2)(item + 1));
    const [stable, costly] = await measureEffects(
      [plan(range(3000)), plan(range(3000))],
      SETTINGS,
      from,
    );
    expect(stable.end).toBe('precise');
    expect(costly.end).toBe('precise');
    expect(stable.effect!.items).toBeLessThan(costly.effect!.items);
    const last = from.rounds.at(-1)!;
    expect(new Set(last.map(({ effect }) => effect))).toEqual(new Set([1]));
    expect(from.rounds[0]).toHaveLength(48);
    // Asked once each.
    const all = from.rounds.flat().map(({ effect, item }) => `${effect} ${item}`);
    expect(new Set(all).size).toBe(all.length);
    expect((costly.effect!.high - costly.effect!.low) / 2).toBeLessThanOrEqual(0.1);
    expect(costly.effect!.change).toBeCloseTo(-0.5, 1);
  });

  test('ends when the items or the limit are reached, and is exact for recorded effects', async () => {
    const few = source((_, item) => costs(2)(item));
    const recorded = { ...SETTINGS, target: 'recorded', precision: 0.001 } as const;
    const [all] = await measureEffects([plan(range(50))], recorded, few);
    expect(all.end).toBe('precise');
    expect([all.effect!.low, all.effect!.high]).toEqual([-0.5, -0.5]);
    const [expected] = await measureEffects(
      [plan(range(50))],
      SETTINGS,
      source((_, item) => costs(2)(item)),
    );
    expect(expected.end).toBe('items');
    expect(expected.effect!.fell).toBe(25);
    const [limited] = await measureEffects(
      [plan(range(500))],
      { ...SETTINGS, most: 30 },
      source((_, item) => costs(2)(item)),
    );
    expect([limited.end, limited.effect!.items]).toEqual(['most', 30]);
  });

  test('missing answers are left out and counted; a source that stops ends all', async () => {
    const from = source((_, item) => costs(2)(item));
    const [effect] = await measureEffects([plan(range(40))], SETTINGS, {
      ask: async (pairs) => {
        await from.ask(pairs);
        return false;
      },
      pair: (wanted) => (wanted.item % 4 === 3 ? null : from.pair(wanted)),
    });
    expect([effect.end, effect.missing, effect.effect!.items]).toEqual(['stopped', 6, 18]);
    const [none] = await measureEffects([plan([])], SETTINGS, from);
    expect([none.end, none.effect]).toEqual(['items', null]);
  });

  test('asks the same pairs in the same rounds again', async () => {
    const scores = (_: number, item: number) => {
      const random = randomStream('measure', item);
      return { original: random() < 0.7 ? 1 : 0, changed: random() < 0.6 ? 1 : 0 };
    };
    const [first, second] = [source(scores), source(scores)];
    await measureEffects([plan(range(900))], SETTINGS, first);
    await measureEffects([plan(range(900))], SETTINGS, second);
    expect(second.rounds).toEqual(first.rounds);
    expect(first.rounds.length).toBeGreaterThan(3);
  });
});

test('effects by length are of thirds of the items', () => {
  const items = range(9);
  const pairs = items.map((item) => ({ item, scores: costs(item < 3 ? 1 : 1000)(item + 1) }));
  const found = lengthEffects({ items, pairs }, (item) => 100 * (item + 1), RULES);
  expect(found.map(({ from, to }) => [from, to])).toEqual([
    [100, 300],
    [400, 600],
    [700, 900],
  ]);
  expect(found.map(({ effect }) => effect!.change)).toEqual([-1, 0, 0]);
});

test('verdicts hold together: the same effect is shown alone and not among many', () => {
  const effect = (fell: number) =>
    effectOf(
      range(100).map((k) => ({ original: 1, changed: k % 10 < fell ? 0 : 1 })),
      100,
      RULES,
    );
  const alone = verdictsOf([effect(1)]);
  expect(alone[0]!.is).toBe('lower');
  const among = verdictsOf([effect(1), ...range(30).map(() => effect(0)), null]);
  expect(among[0]).toEqual({ p: Math.min(1, 31 * effect(1).p), is: 'undecided' });
  expect(among.at(-1)).toBeNull();
});

describe('answers that are not there', () => {
  test('the effect without them is that of the pairs of which both were read', async () => {
    const scored = (item: number) => {
      if (item % 4 === 0)
        return {
          original: 1,
          changed: 0,
          kinds: ['read', item % 8 === 0 ? 'truncated' : 'unread'] as const,
        };
      if (item % 4 === 1)
        return { original: 0, changed: 0, kinds: ['refused', 'refused'] as const };
      return { original: 1, changed: 1, kinds: ['read', 'read'] as const };
    };
    const from = source((_, item) => scored(item));
    const [{ effect, absent }] = await measureEffects(
      [{ model: 'm', variant: 'v', items: range(40) }],
      { ...SETTINGS, target: 'recorded' },
      from,
    );
    expect(effect!.change).toBeCloseTo(-0.25, 12);
    expect(absent).toMatchObject({
      original: { unread: 0, truncated: 0, refused: 10 },
      changed: { unread: 5, truncated: 5, refused: 10 },
      // All items were asked, so it is exact.
      effect: { items: 20, change: 0, low: 0, high: 0 },
    });
    const all = source((_, item) => costs(2)(item));
    const plans = [{ model: 'm', variant: 'v', items: range(40) }];
    expect((await measureEffects(plans, SETTINGS, all))[0].absent).toBeNull();
  });

  test('pairs that no judge grades are no missing ones', async () => {
    const from = {
      ...source((_, item) => costs(2)(item)),
      isUngraded: ({ item }: WantedPair) => item === 1,
    };
    const pair = (wanted: WantedPair) => (wanted.item < 2 ? null : from.pair(wanted));
    const plans = [{ model: 'm', variant: 'v', items: range(20) }];
    const [one] = await measureEffects(plans, SETTINGS, { ...from, pair });
    expect(one).toMatchObject({ missing: 1, ungraded: 1, effect: { items: 18 } });
  });
});
