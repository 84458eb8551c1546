import { describe, expect, test } from 'vitest';
import { postgresStores } from './postgres-stores.ts';

const postgres = await postgresStores();

describe.skipIf(postgres === null)('buckets that several processes take from', () => {
  test('hold what comes in within a minute, less all that was taken', async () => {
    const [a, b] = await postgres!.stores(2);
    const use = (used: number, name = 'key') => ({ name, used, most: 600 });
    expect(await a.rates!.take([])).toEqual(new Map());
    const begun = performance.now();
    const comeIn = () => (performance.now() - begun) / 100 + 1;
    expect(await a.rates!.take([use(100), use(0, 'other')])).toEqual(
      new Map([
        ['key', 500],
        ['other', 600],
      ]),
    );
    // Ten come in each second, by the clock of the server: those of the two processes do not matter.
    const second = (await b.rates!.take([use(450)])).get('key')!;
    expect(second).toBeGreaterThanOrEqual(50);
    expect(second).toBeLessThanOrEqual(50 + comeIn());
    // More than there was: a debt, which is paid by what comes in.
    const third = (await a.rates!.take([use(200)])).get('key')!;
    expect(third).toBeLessThanOrEqual(-150 + comeIn());
    const later = async () => (await b.rates!.take([use(0)])).get('key')!;
    await expect.poll(later).toBeGreaterThan(third);
    expect(await later()).toBeLessThanOrEqual(-150 + comeIn());
    // Given back: never more than it holds.
    expect((await a.rates!.take([use(-900)])).get('key')).toBe(600);
  });

  test('of two processes at once count both', async () => {
    const stores = await postgres!.stores(3);
    const names = Array.from({ length: 20 }, (_, k) => `key ${k}`);
    // So little comes in that only what was taken counts.
    const NOTHING = 1e-6;
    const rounds = Array.from({ length: 10 }, (_, k) => k);
    await Promise.all(
      stores.map(async (store, s) => {
        const own = s === 1 ? [...names].reverse() : names;
        for (const _ of rounds)
          await store.rates!.take(own.map((name) => ({ name, used: 1, most: NOTHING })));
      }),
    );
    const left = await stores[0].rates!.take(
      names.map((name) => ({ name, used: 0, most: NOTHING })),
    );
    for (const name of names) expect(left.get(name)).toBeCloseTo(-30, 3);
  });
});
