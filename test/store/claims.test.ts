import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Writable } from 'node:stream';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { lifeOf, ownMark } from '../../src/store/access/process-mark.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { sqliteDatabases } from './databases.ts';
import { AT } from './store-case.ts';

const { database } = sqliteDatabases();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});
const BUSY = { code: 'RUN_BUSY' };

describe('a claim in an SQLite file', () => {
  const later = (ms: number) => new Date(Date.parse(AT) + ms);

  /** A store whose run 1 another process claimed at `AT`; `at` is what its clock shows, in ms after that. */
  async function claimed(values: { host?: string; pid?: number; started?: string | null }) {
    const location = await database();
    const time = { at: 0 };
    const store = await openStore(location, { clock: () => later(time.at) });
    await store.createRun({}, 'h', AT);
    await store.claimRun(1);
    const row = { ...ownMark(), ...values };
    change(location, `update claims set host = ?, pid = ?, started = ?`, [
      ...[row.host, row.pid, row.started],
    ]);
    return { location, store, time };
  }

  function change(location: string, statement: string, values: (string | number | null)[]) {
    const db = new DatabaseSync(location);
    db.prepare(statement).run(...values);
    db.close();
  }

  const close = (store: Store) => store.close();

  test.concurrent('of another machine is free after a minute without renewal', async () => {
    const { store, time } = await claimed({ host: 'elsewhere boot 1', pid: 7 });
    time.at = 20_000;
    await expect(store.claimRun(1)).rejects.toMatchObject({
      code: 'RUN_BUSY',
      details: { holder: 'process 7 on elsewhere', free: 40 },
    });
    time.at = 59_999;
    await expect(store.claimRun(1)).rejects.toMatchObject(BUSY);
    time.at = 60_000;
    await store.claimRun(1);
    await close(store);
  });

  test.concurrent('of a process whose number is used again is free at once', async () => {
    const { store } = await claimed({ started: '1' });
    await store.claimRun(1);
    await close(store);
  });

  test.concurrent('of this process holds without renewal, as while it calibrates for long', async () => {
    const { store, time } = await claimed({});
    time.at = 3_600_000;
    await expect(store.claimRun(1)).rejects.toMatchObject(BUSY);
    await close(store);
  });

  test.concurrent('of a process of which nobody knows when it started is free after a minute', async () => {
    const { store, time } = await claimed({ started: null });
    time.at = 59_000;
    await expect(store.claimRun(1)).rejects.toMatchObject({
      code: 'RUN_BUSY',
      details: { free: 1 },
    });
    time.at = 61_000;
    await store.claimRun(1);
    await close(store);
  });

  test('is renewed every 15 s until it is given back, and does not keep its process from ending', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const location = await database();
      const time = { at: 0 };
      const store = await openStore(location, { clock: () => later(time.at) });
      await store.createRun({}, 'h', AT);
      const release = await store.claimRun(1);
      const renewed = () => {
        const db = new DatabaseSync(location);
        const row = db.prepare('select renewed from claims').get();
        db.close();
        return row?.renewed;
      };
      expect(renewed()).toBe(AT);
      time.at = 15_000;
      vi.advanceTimersByTime(15_000);
      await expect.poll(renewed).toBe(later(15_000).toISOString());
      // What another process has taken over meanwhile is not renewed, and not given back.
      change(location, 'update claims set pid = ?', [7]);
      time.at = 30_000;
      vi.advanceTimersByTime(15_000);
      await release();
      expect(renewed()).toBe(later(15_000).toISOString());
      expect(vi.getTimerCount()).toBe(0);
      await store.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test.skipIf(process.platform !== 'linux')(
    'is over with its process, taken note of or not',
    async () => {
      expect(lifeOf(ownMark())).toBe('alive');
      expect(lifeOf({ ...ownMark(), pid: 2 ** 22 + 1 })).toBe('gone');
      expect(lifeOf({ ...ownMark(), host: 'elsewhere' })).toBe('unknown');
      // The child ends when its input does, after the shell has become a sleep that knows nothing of it.
      const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60 3<&-'], {
        stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
      });
      children.push(parent);
      const [pid] = await once(parent.stdout!, 'data');
      const stat = (id: number) => readFileSync(`/proc/${id}/stat`, 'latin1');
      const zombie = () => stat(Number(pid));
      await expect.poll(() => stat(parent.pid!)).toContain('(sleep)');
      (parent.stdio[3] as Writable).end();
      await expect.poll(zombie).toContain(') Z ');
      const started = zombie().split(' ')[21];
      expect(lifeOf({ ...ownMark(), pid: Number(pid), started })).toBe('gone');
    },
  );
});
