import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { copyStore } from '../../src/store/copy/copy-store.ts';
import { openAccess } from '../../src/store/open-access.ts';
import { SCHEMA_STEPS, type SchemaStep } from '../../src/store/schema/migrations/migrations.ts';
import { leaderboardsOf } from './every-table.ts';
import { startPostgres } from './postgres-server.ts';
import { clock } from './store-case.ts';

const golden = fileURLToPath(new URL('../golden/store', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thetarank-kept-'));
const server = await startPostgres();
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Of numbers of leaderboards; see the README of the golden files. */
const DIGITS = 9;

const boards = JSON.parse(readFileSync(join(golden, 'leaderboards.json'), 'utf8'));
const names = readdirSync(golden)
  .filter((name) => name.endsWith('.db.gz'))
  .map((name) => name.slice(0, -'.db.gz'.length));

/** As a next version may have: a column in a table that refuses changes of its rows, and a table. */
const NEXT: SchemaStep = {
  name: '999-next',
  async up(db) {
    await db.schema.alterTable('answers').addColumn('next', 'text').execute();
    await db.schema.createTable('next').addColumn('id', 'integer').execute();
  },
};

let files = 0;
/** A kept database in its own schema, in a folder of its own. */
function kept(name: string): { file: string; steps: readonly SchemaStep[] } {
  const own = mkdtempSync(join(folder, `${++files}-`));
  const file = join(own, 'store.db');
  writeFileSync(file, gunzipSync(readFileSync(join(golden, `${name}.db.gz`))));
  return { file, steps: SCHEMA_STEPS.slice(0, Number(name.slice('schema-'.length))) };
}

type Rows = Record<string, readonly Record<string, unknown>[]>;

async function rowsOf(location: string, steps: readonly SchemaStep[]): Promise<Rows> {
  const { access } = await openAccess(location, { clock, steps });
  try {
    return await access.read(async (db) => {
      const rows: Rows = {};
      for (const { name, schema = 'public' } of await db.introspection.getTables()) {
        // The queue of the service has a schema of its own.
        if (name.startsWith('thetarank_schema') || schema !== 'public') continue;
        const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
          db as unknown as Kysely<unknown>,
        );
        rows[name] = found.rows;
      }
      return rows;
    });
  } finally {
    await access.close();
  }
}

/** Every row that was there is still there, with the same value in every column that it had. */
function expectKept(before: Rows, after: Rows): void {
  const text = (row: Record<string, unknown>, columns: readonly string[]) =>
    JSON.stringify(
      columns.map((column) => {
        const value = row[column];
        return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
      }),
    );
  for (const [table, rows] of Object.entries(before)) {
    if (rows.length === 0) continue;
    const columns = Object.keys(rows[0]).sort();
    const all = (of: Rows) => (of[table] ?? []).map((row) => text(row, columns)).sort();
    expect([table, all(after)]).toEqual([table, all(before)]);
  }
}

/** Fields of leaderboards that came after the databases were kept, and what they are where nobody filled them. */
const LATER: Readonly<Record<string, unknown>> = {
  humans: null,
  person: false,
  form: null,
  formsDiffer: false,
};

/** A leaderboard with its numbers rounded, and without the empty later fields. */
const rounded = (board: unknown) =>
  JSON.parse(JSON.stringify(board), function (this: { examinee?: unknown }, name, value) {
    // Rows of models have their names as ids, by which ties and tags are kept.
    if (name === 'id' && value === this.examinee) return undefined;
    if (Object.hasOwn(LATER, name) && value === LATER[name]) return undefined;
    return typeof value === 'number' ? Number(value.toFixed(DIGITS)) : value;
  });

describe.each(names)('a database of %s', (name) => {
  test('has rows in every table', async () => {
    const { file, steps } = kept(name);
    const rows = await rowsOf(file, steps);
    for (const [table, { length }] of Object.entries(rows))
      expect([table, length]).not.toEqual([table, 0]);
  });

  test.each([
    ['this', SCHEMA_STEPS],
    ['a next', [...SCHEMA_STEPS, NEXT]],
  ])('on SQLite keeps every row in %s version, and is copied before', async (_, newest) => {
    const { file, steps } = kept(name);
    const before = await rowsOf(file, steps);
    expectKept(before, await rowsOf(file, newest));
    const backups = readdirSync(join(file, '..')).filter((one) => one.includes('.backup-'));
    expect(backups).toHaveLength(newest.length > steps.length ? 1 : 0);
    for (const backup of backups) expectKept(before, await rowsOf(join(file, '..', backup), steps));
  });

  test('on SQLite has the same leaderboards', async () => {
    expect(rounded(await leaderboardsOf(kept(name).file))).toEqual(rounded(boards[name]));
  });

  test.skipIf(server === null)(
    'on PostgreSQL keeps every row, and has the same leaderboards',
    async () => {
      const { file, steps } = kept(name);
      const address = (await server?.database()) as string;
      await copyStore(file, address, { clock, steps }, () => {});
      const before = await rowsOf(address, steps);
      expect(Object.values(before).flat().length).toBeGreaterThan(100);
      expectKept(before, await rowsOf(address, SCHEMA_STEPS));
      expect(rounded(await leaderboardsOf(address))).toEqual(rounded(boards[name]));
      // An older version refuses a newer database, here and there.
      const now = await rowsOf(address, SCHEMA_STEPS);
      expectKept(now, await rowsOf(address, [...SCHEMA_STEPS, NEXT]));
      await expect(rowsOf(address, SCHEMA_STEPS)).rejects.toMatchObject({ code: 'STORE_NEWER' });
    },
  );
});
