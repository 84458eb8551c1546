import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { folderFiles } from '../../src/shared-files/folder-files.ts';
import { bytesOf, read, sharedFilesContract } from './contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'shared-'));
afterAll(() => rmSync(folder, { recursive: true }));
let writers = 0;
/** What a stream passes on at a time. */
const CHUNK = 2 ** 16;
const settings = { largest: 20 * CHUNK, now: Date.now, unique: () => `w${writers++}` };
const open = () => folderFiles(join(folder, 'files'), settings);

describe('a folder', () => {
  const sizes = () =>
    readdirSync(join(folder, 'files/.writing')).map(
      (name) => statSync(join(folder, 'files/.writing', name)).size,
    );
  sharedFilesContract({
    ...{ open, chunk: CHUNK, largest: settings.largest },
    passedOn: () => sizes().reduce((sum, size) => sum + size, 0),
  });
});

test('files are for their owner only, and an empty folder does not stay', async () => {
  const files = open();
  await files.put('own/deep/a.csv', bytesOf('x'));
  const path = join(folder, 'files/own/deep/a.csv.shared');
  expect(statSync(path).mode & 0o077).toBe(0);
  await files.remove('own/deep/a.csv');
  expect(readdirSync(join(folder, 'files'))).not.toContain('own');
});

test('a changed byte, a cut end or a foreign file is told while it is read', async () => {
  const files = open();
  const path = join(folder, 'files/bad.shared');
  await files.put('bad', bytesOf('some content'));
  const good = readFileSync(path);
  const changed = Buffer.from(good);
  changed[3] ^= 1;
  for (const content of [changed, good.subarray(0, -1), Buffer.from('foreign'), Buffer.alloc(0)]) {
    writeFileSync(path, content);
    await expect(read(files, 'bad')).rejects.toMatchObject({ code: 'SHARED_FILE_DAMAGED' });
  }
  writeFileSync(path, good);
  expect(await read(files, 'bad')).toBe('some content');
});

test('what a killed writer left is removed after an hour, by the next one', async () => {
  const files = open();
  const writing = join(folder, 'files/.writing');
  for (const name of ['old', 'new']) writeFileSync(join(writing, name), 'half');
  const then = new Date(Date.now() - 3_700_000);
  utimesSync(join(writing, 'old'), then, then);
  await files.put('next', bytesOf('x'));
  expect(readdirSync(writing)).toEqual(['new']);
  expect((await files.list('')).map(({ name }) => name)).not.toContain('.writing/new');
});

test('a folder that cannot be written is told with what to do', async () => {
  writeFileSync(join(folder, 'file'), '');
  const files = folderFiles(join(folder, 'file'), settings);
  await expect(files.put('a', bytesOf('x'))).rejects.toMatchObject({
    code: 'SHARED_FILES_UNAVAILABLE',
    status: 503,
  });
});
