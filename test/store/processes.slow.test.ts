import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { openStore } from '../../src/store/open-store.ts';
import { keepExam, keptRuns } from '../e2e/live/bank.ts';
import { start as startCommand } from '../e2e/live/command.ts';
import { writeExam } from '../e2e/live/exam.ts';
import { serveExam } from '../e2e/live/served-exam.ts';
import { postgresOfRun } from './postgres-of-run.ts';
import { AT, all, clock } from './store-case.ts';

const claimer = fileURLToPath(new URL('./claimer.ts', import.meta.url));
const children: ChildProcess[] = [];
const appender = fileURLToPath(new URL('./appender.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thetarank-processes-'));
const server = await postgresOfRun();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const databases = {
  sqlite: async () => join(folder, `${++files}`, 'store.db'),
  postgres: async () => server?.database() as Promise<string>,
};

/** Starts an appender; the lines it printed are in `lines`, whole ones only. */
function start(location: string, run: number, examinee: string, appenders: number, count = 0) {
  const child = spawn(
    process.execPath,
    [appender, location, `${run}`, examinee, `${appenders}`, `${count}`],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    errors += more;
  });
  const ended = once(child, 'close').then(() => {
    if (child.exitCode !== null && child.exitCode !== 0) throw new Error(errors);
  });
  const lines = () => text.split('\n').slice(0, -1);
  const opened = async () => {
    while (lines().length === 0) {
      if (child.exitCode !== null) throw new Error(errors);
      await delay(5);
    }
  };
  return { child, ended, opened, places: () => lines().slice(1).map(Number) };
}

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

describe.each(['sqlite', 'postgres'] as const)('processes on %s', (dialect) => {
  if (dialect === 'postgres' && server === null) {
    test.skip('PostgreSQL cannot start here', () => {});
    return;
  }

  test('a process killed at any moment has lost no answer it was told is kept', async () => {
    const location = await databases[dialect]();
    const random = randomStream(20260731, 'kill', dialect);
    for (let round = 0; round < 6; round++) {
      const store = await openStore(location, { clock });
      const run = await store.createRun({ round }, 'h', AT);
      await store.close();
      const { child, ended, opened, places } = start(location, run, 'm', 8);
      await opened();
      await delay(random() * 250);
      child.kill('SIGKILL');
      await ended;
      const again = await openStore(location, { clock });
      const kept = new Set((await all(again.answers(run))).map(({ place }) => place));
      await again.close();
      expect(places().filter((place) => !kept.has(place))).toEqual([]);
      // What was on its way may be there, or not: as much as could be in flight, and no more.
      expect(kept.size).toBeLessThanOrEqual(places().length + 8);
    }
  });

  test('several that make the store at once, and write to it at once, all succeed', async () => {
    const location = await databases[dialect]();
    const names = ['a', 'b', 'c', 'd'];
    const opening = names.map(() => openStore(location, { clock }));
    const [store, ...others] = await Promise.all(opening);
    for (const other of others) await other.close();
    const run = await store.createRun({}, 'h', AT);
    // Two of them write the same answers.
    const children = ['a', 'b', 'c', 'c'].map((name) => start(location, run, name, 4, 150));
    await Promise.all(children.map(({ ended }) => ended));
    for (const { places } of children) expect(places()).toHaveLength(150);
    expect((await store.runs())[0].answers).toBe(450);
    await store.close();
  });

  test('processes that find no database make it once', async () => {
    const location = await databases[dialect]();
    // No run 1 is there yet: they open, and their first answer is refused.
    const children = ['a', 'b', 'c'].map((name) => start(location, 1, name, 1, 1));
    const results = await Promise.allSettled(children.map(({ ended }) => ended));
    for (const { opened } of children) await opened();
    for (const result of results)
      expect(`${(result as PromiseRejectedResult).reason}`).toMatch(/foreign key/i);
    const store = await openStore(location, { clock });
    expect(await store.runs()).toEqual([]);
    await store.close();
    if (dialect === 'sqlite') expect(readdirSync(join(location, '..'))).toEqual(['store.db']);
  });

  test('a claim of a process that is killed is free at once; while it lives nobody else has it', async () => {
    const location = await databases[dialect]();
    const store = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    for (let round = 0; round < 3; round++) {
      const first = await claim(location, run);
      expect(first.said).toBe('claimed');
      const second = await claim(location, run);
      expect(second.said).toContain(`process ${first.child.pid} on ${hostname()}`);
      await killed(first.child);
      // What is not free within a second is refused as busy.
      const release = await store.claimRun(run);
      await release();
    }
    await store.close();
  });

  test('a claim keeps a second rank --resume from asking anything', async () => {
    const location = await databases[dialect]();
    const exam = writeExam(folder, `claims-${dialect}`, 40, { strong: 1.3 }, 8);
    await keepExam(exam, location);
    const served = await serveExam(exam);
    const args = [
      ...['rank', '--bank', 'sums', '--database', location, '--model', `strong@${served.url}`],
      ...['--items', '30', '--strategy', 'paper', '--lag', '1', '--json', '--resume'],
    ];
    const first = startCommand(args);
    children.push(first.child);
    // At work, and held there however long the second one takes.
    await new Promise<void>((resolve) => {
      served.onAsked = () => {
        served.onAsked = () => {};
        first.child.kill('SIGSTOP');
        resolve();
      };
    });
    const second = await startCommand(args).ended;
    first.child.kill('SIGCONT');
    expect(second.status).toBe(2);
    expect(second.stderr).toMatch(/error: run 1: process \d+ on \S+ is working on it/);
    const { status, stderr } = await first.ended;
    expect(status, stderr).toBe(0);
    expect(served.asked).toHaveLength(30);
    expect((await keptRuns(location))[0].kept).toHaveLength(30);
    const whole = await startCommand(args).ended;
    expect(whole.status, whole.stderr).toBe(0);
    expect(served.asked).toHaveLength(30);
    await served.close();
  });
});

test('more items than memory holds stream in', async () => {
  const location = await databases.sqlite();
  // Items of some 2 kB, by a process that may have 64 MB for them and all else.
  const count = 40_000;
  const importer = fileURLToPath(new URL('./importer.ts', import.meta.url));
  const child = spawnSync(
    process.execPath,
    ['--max-old-space-size=64', importer, location, `${count}`],
    { encoding: 'utf8' },
  );
  expect(child.stderr).toBe('');
  expect(child.stdout).toBe(`${count}\n`);
  const store = await openStore(location, { clock });
  expect(await store.bank('exam')).toMatchObject({ version: 1, items: count });
  await store.close();
});
