import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { copyStore } from '../../../src/store/copy/copy-store.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { fillEveryTable, leaderboardsOf, rowsByTable } from '../every-table.ts';
import { postgresOfRun } from '../postgres-of-run.ts';
import { AT, clock } from '../store-case.ts';

const folder = temporaryFolder();
const server = await postgresOfRun();

/** The major version of a program of PostgreSQL on this machine; null if it is missing. */
function majorOf(program: string): number | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? Number(/\d+/.exec(stdout)?.[0]) : null;
}

/** Why a dump cannot be tried here; null if it can. */
async function obstacle(): Promise<string | null> {
  if (server === null) return 'PostgreSQL cannot start here';
  const client = new Client({ connectionString: await server.database() });
  await client.connect();
  const needed = Math.trunc(
    Number((await client.query('show server_version_num')).rows[0].server_version_num) / 10_000,
  );
  await client.end();
  for (const program of ['pg_dump', 'pg_restore']) {
    const major = majorOf(program);
    if (major === null) return `${program} is not installed`;
    if (major < needed) return `${program} ${major} is older than the server, ${needed}`;
  }
  return null;
}
const reason = await obstacle();

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}

/** Rows and a digest of each table, as `store copy` takes and compares them. */
async function digests(database: string, name: string) {
  return (await copyStore(database, join(folder, name), { clock }, () => {})).tables;
}

describe('a backup by pg_dump', () => {
  // The commands of docs/operating.md.
  test.skipIf(reason !== null)(
    `restored into an empty database is the same${reason === null ? '' : ` (skipped: ${reason})`}`,
    async () => {
      const [first, second] = [await server!.database(), await server!.emptyDatabase()];
      await fillEveryTable(first);
      const boards = await leaderboardsOf(first);
      expect(boards).toHaveLength(1);
      const dump = join(folder, 'backup.dump');
      run('pg_dump', '--format=custom', `--file=${dump}`, first);
      const args = ['--single-transaction', '--exit-on-error', '--no-owner'];
      run('pg_restore', ...args, `--dbname=${second}`, dump);
      // Of all tables, also those that `store copy` leaves out.
      expect(await rowsByTable(second)).toEqual(await rowsByTable(first));
      expect(await digests(second, 'second.db')).toEqual(await digests(first, 'first.db'));
      // Number for number.
      expect(await leaderboardsOf(second)).toEqual(boards);
      const store = await openStore(second, { clock });
      expect(await store.createRun({}, 'next', AT)).toBe(3);
      await store.close();
    },
    60_000,
  );
});
