import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startPostgres } from './postgres-server.ts';
import { AT, all, clock } from './store-case.ts';

const appender = fileURLToPath(new URL('./appender.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thetarank-processes-'));
const server = await startPostgres();
afterAll(async () => {
  await server?.stop();
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
});
