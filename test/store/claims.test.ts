import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { lifeOf, ownMark } from '../../src/store/access/process-mark.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { keepExam, keptRuns } from '../e2e/live/bank.ts';
import { start } from '../e2e/live/command.ts';
import { writeExam } from '../e2e/live/exam.ts';
import { serveExam } from '../e2e/live/served-exam.ts';
import { startPostgres } from './postgres-server.ts';
import { AT, clock } from './store-case.ts';

const claimer = fileURLToPath(new URL('./claimer.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thetarank-claims-'));
const server = await startPostgres();
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const databases = {
  sqlite: async () => join(folder, `${++files}.db`),
  postgres: async () => server?.database() as Promise<string>,
};
const BUSY = { code: 'RUN_BUSY' };

/** A process that claims, and what it says. */
async function claim(location: string, run: number) {
  const child = spawn(process.execPath, [claimer, location, `${run}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, said: `${said}`.trim() };
}

async function killed(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

// Whoever finds a run claimed tries for a second: several wait at once.
describe.concurrent.each(['sqlite', 'postgres'] as const)('a claim on %s', (dialect) => {
  if (dialect === 'postgres' && server === null) {
    test.skip('PostgreSQL cannot start here', () => {});
    return;
  }

  test('is of one process at a time, and is over when that gives it back or closes the store', async () => {
    const location = await databases[dialect]();
    const store = await openStore(location, { clock });
    const other = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    const next = await store.createRun({}, 'h', AT);
    const release = await store.claimRun(run);
    await expect(other.claimRun(run)).rejects.toThrow(
      `run ${run}: process ${process.pid} on ${hostname()} is working on it, so nothing was asked. Stop that process or let it finish, then continue with --resume.`,
    );
    await (await other.claimRun(next))();
    await release();
    await release();
    await other.claimRun(run);
    await expect(store.claimRun(run)).rejects.toMatchObject(BUSY);
    await other.close();
    await (await store.claimRun(run))();
    await store.close();
  });

  test('of the service is one of the whole database, beside those of runs', async () => {
    const location = await databases[dialect]();
    const store = await openStore(location, { clock });
    const other = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    const release = await store.claimService();
    await (await other.claimRun(run))();
    await expect(other.claimService()).rejects.toThrow(
      `process ${process.pid} on ${hostname()} already serves this database`,
    );
    await release();
    await other.claimService();
    await other.close();
    await (await store.claimService())();
    await store.close();
  });

  test('of a process that is killed is free at once; while it lives nobody else has it', async () => {
    const location = await databases[dialect]();
    const store = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    for (let round = 0; round < 3; round++) {
      const first = await claim(location, run);
      expect(first.said).toBe('claimed');
      const second = await claim(location, run);
      expect(second.said).toContain(`process ${first.child.pid} on ${hostname()} is working`);
      await killed(first.child);
      // What is not free within a second is refused as busy.
      const release = await store.claimRun(run);
      await release();
    }
    await store.close();
  });

  test('keeps a second rank --resume from asking anything', async () => {
    const location = await databases[dialect]();
    const exam = writeExam(folder, `claims-${dialect}`, 40, { strong: 1.3 }, 8);
    await keepExam(exam, location);
    const served = await serveExam(exam);
    const args = [
      ...['rank', '--bank', 'sums', '--database', location, '--model', `strong@${served.url}`],
      ...['--items', '30', '--strategy', 'paper', '--lag', '1', '--json', '--resume'],
    ];
    const first = start(args);
    children.push(first.child);
    // At work, and held there however long the second one takes.
    await new Promise<void>((resolve) => {
      served.onAsked = () => {
        served.onAsked = () => {};
        first.child.kill('SIGSTOP');
        resolve();
      };
    });
    const second = await start(args).ended;
    first.child.kill('SIGCONT');
    expect(second.status).toBe(2);
    expect(second.stderr).toMatch(/error: run 1: process \d+ on \S+ is working on it/);
    const { status, stderr } = await first.ended;
    expect(status, stderr).toBe(0);
    expect(served.asked).toHaveLength(30);
    expect((await keptRuns(location))[0].kept).toHaveLength(30);
    const whole = await start(args).ended;
    expect(whole.status, whole.stderr).toBe(0);
    expect(served.asked).toHaveLength(30);
    await served.close();
  });
});

describe('a claim in an SQLite file', () => {
  const later = (ms: number) => new Date(Date.parse(AT) + ms);

  /** A store whose run 1 another process claimed at `AT`; `at` is what its clock shows, in ms after that. */
  async function claimed(values: { host?: string; pid?: number; started?: string | null }) {
    const location = await databases.sqlite();
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
    await expect(store.claimRun(1)).rejects.toThrow(
      /process 7 on elsewhere is working on it.* If it has already ended, try again in 40 s\.$/,
    );
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
    await expect(store.claimRun(1)).rejects.toThrow('If it has already ended, try again in 1 s.');
    time.at = 61_000;
    await store.claimRun(1);
    await close(store);
  });

  test('is renewed every 15 s until it is given back, and does not keep its process from ending', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const location = await databases.sqlite();
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
      await vi.waitFor(() => expect(renewed()).toBe(later(15_000).toISOString()), 60_000);
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
      await vi.waitFor(() => expect(stat(parent.pid!)).toContain('(sleep)'), 60_000);
      (parent.stdio[3] as Writable).end();
      await vi.waitFor(() => expect(zombie()).toContain(') Z '), 60_000);
      const started = zombie().split(' ')[21];
      expect(lifeOf({ ...ownMark(), pid: Number(pid), started })).toBe('gone');
    },
  );
});

describe.skipIf(server === null)('a claim on a PostgreSQL', () => {
  test('is taken again after its connection was lost', async () => {
    const location = await databases.postgres();
    const store = await openStore(location, { clock });
    const other = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    const release = await store.claimRun(run);
    const client = new Client(location);
    await client.connect();
    const holders = async () =>
      (await client.query(`select pid from pg_locks where locktype = 'advisory' and granted`)).rows;
    const [{ pid }] = await holders();
    await client.query('select pg_terminate_backend($1)', [pid]);
    await vi.waitFor(async () => {
      const [now] = await holders();
      expect(now?.pid).toBeGreaterThan(0);
      expect(now.pid).not.toBe(pid);
    }, 60_000);
    await expect(other.claimRun(run)).rejects.toMatchObject(BUSY);
    await release();
    await (await other.claimRun(run))();
    // Nothing stays behind.
    await vi.waitFor(async () => expect(await holders()).toEqual([]), 60_000);
    await client.end();
    await other.close();
    await store.close();
  });
});
