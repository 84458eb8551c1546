import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { runSql } from '../../queue/fleet.ts';
import { postgresOfRun } from '../postgres-of-run.ts';
import { clock } from '../store-case.ts';

const server = await postgresOfRun();
let address: string;
let store: Store;
beforeAll(async () => {
  if (server === null) return;
  address = await server.database();
  store = await openStore(address, { clock });
});
afterAll(async () => {
  await store?.close();
});

const DATA = { version: '1.2.3', data: Uint8Array.of(1) };
const begin = async (name: string, tasks: number | null) =>
  (await store.work!.begin({ ...DATA, name, hash: name, tasks }, 'me', false)).id;
const keyOf = (k: number) => `${k}`.padStart(64, '0');
const hand = (id: string, from: number, to: number) =>
  store.work!.addTasks(
    id,
    Array.from({ length: to - from }, (_, k) => ({
      key: keyOf(from + k),
      task: Uint8Array.of(k),
    })),
  );
const keep = async (id: string, from: number, to: number, failed = false) => {
  for (let k = from; k < to; k++)
    await store.work!.keepResult(id, { key: keyOf(k), failed, result: Uint8Array.of(k) });
};
/** As if these had been kept, or the computation begun, so much earlier. */
const earlier = async (seconds: number, id: string, keys: readonly number[] | 'begun') => {
  const back = `- interval '${seconds} seconds'`;
  if (keys === 'begun')
    await runSql(address, `update work_data set begun_at = begun_at ${back} where id = '${id}'`);
  else
    await runSql(
      address,
      `update work_results set kept_at = kept_at ${back} where work = '${id}'
       and key in (${keys.map((k) => `'${keyOf(k)}'`)})`,
    );
};
const progressOf = async (id: string) =>
  (await store.work!.progress()).find((one) => one.id === id)!;

describe.skipIf(server === null)('how far computations are', () => {
  test('counts tasks, and takes the rate of the last minute', async () => {
    const id = await begin('long', 100);
    await hand(id, 0, 40);
    await keep(id, 0, 16);
    await earlier(600, id, 'begun');
    await earlier(120, id, [0, 1, 2, 3]);
    const found = await progressOf(id);
    expect(found).toMatchObject({
      ...{ name: 'long', version: '1.2.3', isAlive: true, isStopping: false },
      tasks: { all: 100, handedOut: 40, done: 16, failed: 0 },
    });
    // 12 of them within a minute: 0.2 per second, and 84 are left.
    expect(found.perSecond).toBeCloseTo(0.2, 12);
    expect(found.secondsLeft).toBeCloseTo(420, 9);
  });

  test('takes the rate since the begin if that is less than a minute ago, and none within a second', async () => {
    const id = await begin('short', 10);
    await hand(id, 0, 10);
    await keep(id, 0, 5);
    expect(await progressOf(id)).toMatchObject({ perSecond: null, secondsLeft: null });
    await earlier(20, id, 'begun');
    const { perSecond } = await progressOf(id);
    expect(perSecond).toBeLessThanOrEqual(5 / 20);
    expect(perSecond).toBeGreaterThan(0);
  });

  test('knows no time left without the number of tasks, a rate, or somebody who hands them out', async () => {
    const unknown = await begin('unknown', null);
    await hand(unknown, 0, 8);
    await keep(unknown, 0, 4);
    await keep(unknown, 4, 5, true);
    await earlier(30, unknown, 'begun');
    const found = await progressOf(unknown);
    expect(found.tasks).toEqual({ all: null, handedOut: 8, done: 4, failed: 1 });
    expect(found.perSecond).toBeGreaterThan(0);
    expect(found.secondsLeft).toBeNull();

    const slow = await begin('slow', 4);
    await earlier(90, slow, 'begun');
    expect(await progressOf(slow)).toMatchObject({ perSecond: 0, secondsLeft: null });

    for (const [name, end] of [
      ['left', (id: string) => store.work!.release(id, 'me')],
      ['stopped', (id: string) => store.work!.stop(id, 'me')],
    ] as const) {
      const id = await begin(name, 4);
      await hand(id, 0, 2);
      await keep(id, 0, 1);
      await earlier(90, id, 'begun');
      expect((await progressOf(id)).secondsLeft).not.toBeNull();
      await end(id);
      expect(await progressOf(id)).toMatchObject({
        ...{ isAlive: name !== 'left', isStopping: name === 'stopped' },
        ...{ perSecond: 1 / 60, secondsLeft: null },
      });
    }
  });

  test('a computation that is taken over begins then, and may have more tasks than are left', async () => {
    const id = await begin('again', 30);
    await hand(id, 0, 20);
    await keep(id, 0, 10);
    await earlier(600, id, 'begun');
    await earlier(300, id, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await store.work!.release(id, 'me');
    const takenOver = Date.now();
    expect(await begin('again', 15)).toBe(id);
    const { tasks, begunAt, perSecond } = await progressOf(id);
    expect(tasks).toEqual({ all: 20, handedOut: 20, done: 10, failed: 0 });
    // It is begun anew, not ten minutes ago.
    expect(Date.parse(begunAt)).toBeGreaterThan(takenOver - 1000);
    expect(perSecond === null || perSecond === 0).toBe(true);
    await store.work!.end(id, 'me');
    expect(await progressOf(id)).toBeUndefined();
  });
});
