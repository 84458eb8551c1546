import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedFiles } from '../../src/shared-files/shared-files.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts';
import { clock } from '../store/store-case.ts';
import { bytesOf, LARGEST, read, sharedFilesContract } from './contract.ts';

const server: PostgresServer | null = await startPostgres();
const file = join(mkdtempSync(join(tmpdir(), 'shared-')), 'files.db');
const addresses = { sqlite: file, postgres: (await server?.database()) ?? null };
afterAll(() => server?.stop());

describe.each(['sqlite', 'postgres'] as const)('%s', (dialect) => {
  const address = addresses[dialect];
  if (address === null) {
    test.skip('PostgreSQL cannot start here', () => {});
    return;
  }
  let store: Store;
  let files: SharedFiles;
  beforeAll(async () => {
    store = await openStore(address, { clock });
    files = store.sharedFiles({ largest: LARGEST });
  });
  afterAll(() => store.close());
  /** As another program. */
  const execute = async (sql: string): Promise<Record<string, unknown>[]> => {
    if (dialect === 'sqlite') {
      const database = new DatabaseSync(address);
      const rows = database.prepare(sql).all();
      database.close();
      return rows;
    }
    const client = new Client({ connectionString: address });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };

  sharedFilesContract(() => files);

  test('a changed byte is told while it is read', async () => {
    await files.put('bad', bytesOf('some content'));
    const other = dialect === 'sqlite' ? "x'00'" : "'\\x00'::bytea";
    await execute(
      `update shared_file_chunks set content = ${other} where file = (select number from shared_files where name = 'bad')`,
    );
    await expect(read(files, 'bad')).rejects.toMatchObject({ code: 'SHARED_FILE_DAMAGED' });
  });

  test('replaced files and those of killed writers are removed after an hour, by the next one', async () => {
    await files.put('kept', bytesOf('x'));
    await files.put('again', bytesOf('1'));
    await files.put('again', bytesOf('2'));
    await execute('update shared_files set changed = changed - 3700');
    await files.put('next', bytesOf('y'));
    const [{ remaining }] = await execute(
      'select count(*) as remaining from shared_files where name is null',
    );
    expect(Number(remaining)).toBe(0);
    const [{ chunks }] = await execute(
      'select count(*) as chunks from shared_file_chunks where file not in (select number from shared_files)',
    );
    expect(Number(chunks)).toBe(0);
    expect(await read(files, 'again')).toBe('2');
    const [kept] = await files.list('kept');
    expect(kept.age).toBeGreaterThan(3_600_000);
  });
});
