import { describe, expect, test } from 'vitest';
import { errorOf, fail } from '../../../src/errors.ts';
import type { Checkpoint, Look } from '../../../src/workflow/watch/checkpoint.ts';
import {
  type WatchOptions,
  watchCheckpoints,
} from '../../../src/workflow/watch/watch-checkpoints.ts';
import { fakeClock } from './fake-clock.ts';

const of = (...names: string[]): Checkpoint[] =>
  names.map((name) => ({ name, path: `/c/${name}` }));
const broken = errorOf(() => fail('FILE_NOT_FOUND', { file: 'gone' }));

/** A watch over looks that are given, one after another; it ends with the last. */
async function watched(looks: readonly (Look | Error)[], own: Partial<WatchOptions> = {}) {
  const end = new AbortController();
  const log: string[] = [];
  let round = 0;
  const seen = await watchCheckpoints({
    look() {
      const look = looks[round++];
      if (look instanceof Error) throw look;
      return look;
    },
    testedOf: async () => new Set(),
    async test({ name }) {
      log.push(name);
      return 'tested';
    },
    failed: (checkpoint, { message }) => void log.push(`${checkpoint?.name ?? 'look'}: ${message}`),
    isOnce: false,
    interval: 1000,
    clock: fakeClock((slept) => {
      if (slept === looks.length) end.abort();
    }),
    stop: end.signal,
    ...own,
  });
  return { seen, log };
}

describe('a watch', () => {
  test('tests each checkpoint once, when it is complete, in order', async () => {
    const { seen, log } = await watched([
      { ready: of('a'), waiting: ['b'] },
      { ready: of('a', 'b'), waiting: ['c'] },
      { ready: of('a', 'b'), waiting: [] },
    ]);
    expect(log).toEqual(['a', 'b']);
    expect(seen).toMatchObject({ tested: ['a', 'b'], before: [], failed: [], waiting: [] });
  });

  test('leaves out what has a finished test, and goes on after a test that failed, which it does not repeat', async () => {
    const look = { ready: of('a', 'b', 'c'), waiting: [] };
    const tried: string[] = [];
    const { seen, log } = await watched([look, look], {
      testedOf: async () => new Set(['a']),
      async test({ name }) {
        tried.push(name);
        if (name === 'b') throw broken;
        return 'tested';
      },
    });
    expect(tried).toEqual(['b', 'c']);
    expect(log).toEqual([`b: ${broken.message}`]);
    expect(seen).toMatchObject({ tested: ['c'], before: ['a'], failed: ['b'], failure: broken });
  });

  test('survives a look that fails later, and says so once; the first must succeed', async () => {
    const fine = { ready: of('a'), waiting: [] };
    const { log } = await watched([fine, broken, broken, fine, broken]);
    expect(log).toEqual(['a', `look: ${broken.message}`, `look: ${broken.message}`]);
    await expect(watched([broken])).rejects.toThrow(broken);
    await expect(
      watched([fine], {
        async test() {
          throw new TypeError('a defect');
        },
      }),
    ).rejects.toThrow('a defect');
  });

  test('tries again what another process is testing, and takes what that one has finished as tested before', async () => {
    const look = { ready: of('a', 'b'), waiting: [] };
    const tried: string[] = [];
    const { seen } = await watched([look, look, look], {
      async test({ name }) {
        tried.push(name);
        if (name === 'b') return 'tested';
        return tried.length > 2 ? 'before' : 'elsewhere';
      },
    });
    expect(tried).toEqual(['a', 'b', 'a']);
    expect(seen).toMatchObject({ tested: ['b'], before: ['a'], elsewhere: [], failed: [] });
    const once = await watched([look], { isOnce: true, test: async () => 'elsewhere' });
    expect(once.seen).toMatchObject({ tested: [], elsewhere: ['a', 'b'] });
  });

  test('ends after one look, or with its signal, also during a test', async () => {
    const once = await watched([{ ready: of('a'), waiting: ['b'] }], { isOnce: true });
    expect(once.seen).toMatchObject({ tested: ['a'], waiting: ['b'] });
    const end = new AbortController();
    const { seen } = await watched([{ ready: of('a', 'b'), waiting: [] }], {
      stop: end.signal,
      async test() {
        end.abort();
        throw broken;
      },
    });
    expect(seen).toMatchObject({ tested: [], failed: [] });
  });
});
