import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { accessBy } from '../../src/store/access/access.ts';
import { groupCommit } from '../../src/store/access/group-commit.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Tables } from '../../src/store/schema/tables.ts';
import { openSqlite, PatientSqliteDialect } from '../../src/store/sqlite/sqlite.ts';
import { smallDisk } from '../server/failures/small-disk.ts';
import { clock } from './store-case.ts';

test('a full disk is reported once to all waiting writes, and earlier data stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-full-'));
  const database = openSqlite(join(folder, 'full.db'));
  database.exec('create table texts (text text) strict; pragma max_page_count = 20');
  const db = new Kysely<{ texts: { text: string } }>({
    dialect: new PatientSqliteDialect(database, 100),
  });
  const tables = db as unknown as Kysely<Tables>;
  const access = accessBy('sqlite', 'HERE', {
    reader: tables,
    writer: tables,
    close: () => db.destroy(),
    patiently: (attempt) => attempt(),
    persistently: (attempt) => attempt(false),
    settle: async () => {},
  });
  let commits = 0;
  const add = groupCommit((texts: readonly string[]) => {
    commits++;
    return access.persist(async (trx) => {
      const rows = texts.map((text) => ({ text }));
      await (trx as unknown as typeof db).insertInto('texts').values(rows).execute();
    });
  });
  try {
    await add(['kept']);
    commits = 0;
    const full = [1, 2, 3].map((k) => add([`${k}`.repeat(50_000)]));
    for (const one of await Promise.allSettled(full))
      expect(one).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'STORE_UNAVAILABLE',
          message: expect.stringContaining(
            'no space left on the disk. Free some space, and try again',
          ),
        },
      });
    // One by one each of them would fail alike.
    expect(commits).toBe(1);
    await add(['kept too']);
    expect(await db.selectFrom('texts').selectAll().execute()).toEqual([
      { text: 'kept' },
      { text: 'kept too' },
    ]);
  } finally {
    await access.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.for([0, 40_000])(
  'a store that is opened where %i bytes are free says that there is no space',
  async (bytes, { skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'thetarank-full-'));
    const disk = smallDisk(join(folder, 'disk'), 8);
    onTestFinished(() => {
      disk?.remove();
      rmSync(folder, { recursive: true, force: true });
    });
    if (disk === null) return skip('no disk can be mounted here');
    const [kept, fresh] = [join(disk.folder, 'kept.db'), join(disk.folder, 'fresh.db')];
    await (await openStore(kept, { clock })).close();
    const reserve = join(disk.folder, 'reserve');
    writeFileSync(reserve, Buffer.alloc(bytes));
    disk.fill();
    rmSync(reserve);
    for (const file of [fresh, kept]) {
      const touched = openStore(file, { clock }).then((store) =>
        store.touch().finally(() => store.close()),
      );
      await expect(touched).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        details: { reason: 'no space left on the disk' },
      });
    }
  },
);
