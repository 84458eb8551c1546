import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SharedFiles } from '../../src/shared-files/shared-files.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Databases } from '../store/databases.ts';
import { rowsOf } from '../store/rows-of.ts';
import { clock } from '../store/store-case.ts';
import { bytesOf, read, sharedFilesContract } from './contract.ts';

/** Bytes of a row. */
const CHUNK = 2 ** 20;
const LARGEST = 4 * CHUNK;

/** What shared files in a database do. */
export function databaseFilesContract({ dialect, database }: Databases): void {
  let address: string;
  let store: Store;
  let files: SharedFiles;
  beforeAll(async () => {
    address = await database();
    store = await openStore(address, { clock });
    files = store.sharedFiles({ largest: LARGEST });
  });
  afterAll(() => store.close());
  /** As another program. */
  const execute = (sql: string) => rowsOf(address, sql);
  const numberIn = async (sql: string) => Number((await execute(`select ${sql} as n`))[0].n);

  sharedFilesContract({
    ...{ open: () => files, chunk: CHUNK, largest: LARGEST },
    passedOn: () => numberIn('coalesce((select sum(length(content)) from shared_file_chunks), 0)'),
  });

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
    expect(await numberIn('(select count(*) from shared_files where name is null)')).toBe(0);
    const left =
      '(select count(*) from shared_file_chunks where file not in (select number from shared_files))';
    expect(await numberIn(left)).toBe(0);
    expect(await read(files, 'again')).toBe('2');
    const [kept] = await files.list('kept');
    expect(kept.age).toBeGreaterThan(3_600_000);
  });
}
