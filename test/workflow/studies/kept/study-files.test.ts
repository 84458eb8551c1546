import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedStudies } from '../../../../src/server/studies/shared-studies.ts';
import type { SharedFiles } from '../../../../src/shared-files/shared-files.ts';
import { studyFiles, studyNameOf } from '../../../../src/workflow/studies/kept/study-files.ts';
import {
  digestOf,
  emptyFolder,
  filesOf,
  finishedStudy,
  observed,
  STUDY_HEAD,
  sharedFolder,
  writeFiles,
} from './study-case.ts';

const STORE = { location: 'postgres://user@host/base' };
const CLOCK = { now: () => new Date().toISOString(), elapsed: () => performance.now(), log() {} };

const fetched = async (shared: SharedFiles, name: string) => {
  const folder = emptyFolder();
  await studyFiles(shared, STORE).fetch(name, folder);
  return filesOf(folder);
};
const readers = (shared: SharedFiles) => sharedStudies(shared, studyFiles(shared, STORE), CLOCK);

test('a kept study comes back with all its files, and goes on from there', async () => {
  const shared = sharedFolder();
  const study = {
    ...finishedStudy('one'),
    'results.parquet': Buffer.from([0, 10, 255, 13, 10, 0]),
    'empty.csv': '',
    'blocks/large.json': Buffer.alloc(9_000_000, 'x'),
  };
  const local = writeFiles(emptyFolder(), study);
  await studyFiles(shared, STORE).keep('wide', local);
  expect(await fetched(shared, 'wide')).toEqual(filesOf(local));

  const files = studyFiles(shared, STORE);
  const other = emptyFolder();
  await files.fetch('wide', other);
  writeFiles(other, { 'blocks/000002.json': '{"block":2}\n' });
  await files.keep('wide', other);
  expect(await fetched(shared, 'wide')).toEqual(filesOf(other));
});

test('nothing kept: the local folder is empty', async () => {
  expect(await fetched(sharedFolder(), 'new')).toEqual({});
});

test('only new and changed files are kept again, also after they were fetched', async () => {
  const shared = observed(sharedFolder());
  const files = studyFiles(shared, STORE);
  const local = writeFiles(emptyFolder(), finishedStudy('one'));
  await files.keep('a', local);
  shared.puts.length = 0;
  await files.keep('a', local);
  expect(shared.puts).toEqual([]);

  const other = emptyFolder();
  await files.fetch('a', other);
  await files.keep('a', other);
  expect(shared.puts).toEqual([]);

  rmSync(join(other, 'digest.json'));
  writeFiles(other, { 'blocks/000002.json': 'x'.repeat(1_000) });
  await files.keep('a', other);
  expect(shared.puts).toHaveLength(1);
  const [entry] = (await shared.list(shared.puts[0])).map(({ bytes }) => bytes);
  expect(entry).toBeGreaterThan(1_000);
  expect(entry).toBeLessThan(1_100);
});

test('a study that was removed while its command ran is kept whole', async () => {
  const shared = sharedFolder();
  const files = studyFiles(shared, STORE);
  const local = writeFiles(emptyFolder(), finishedStudy('one'));
  await files.keep('a', local);
  await files.remove('a');
  await files.keep('a', local);
  expect(await fetched(shared, 'a')).toEqual(filesOf(local));
});

test('at every moment a study that is shown as finished has all files of one run', async () => {
  const shared = observed(sharedFolder());
  const files = studyFiles(shared, STORE);
  const local = emptyFolder();
  let moments = 0;
  let finished = 0;
  shared.afterChange = async () => {
    moments++;
    const study = await readers(shared).find('a');
    const [listed] = await readers(shared).list();
    expect(listed?.finished).toBe(study?.finished);
    if (!study?.finished) return;
    finished++;
    expect(await fetched(shared, 'a')).toEqual(finishedStudy(study.title));
  };
  for (const run of ['one', 'two', 'three']) {
    writeFiles(local, finishedStudy(run));
    await files.keep('a', local);
    expect(await readers(shared).find('a')).toMatchObject({ finished: true, title: run });
  }
  // Each run: head, bundle, report and digest; the second and the third also the removal of the digest.
  expect(moments).toBe(14);
  expect(finished).toBe(3);
  // A removal that is interrupted can be repeated: the study is there until its last file.
  shared.afterChange = async () => {
    const isLast = (await shared.list('studies/')).length === 0;
    expect((await readers(shared).find('a'))?.finished).toBe(isLast ? undefined : false);
  };
  await files.remove('a');
  expect(await shared.list('studies/')).toEqual([]);
});

// Its head, a bundle that is too large and goes as two, report and digest.
test.each([1, 2, 3, 4, 5, 6])(
  'change %i fails: not finished, and the next keep completes it',
  async (change) => {
    const shared = observed(sharedFolder(1_000));
    const files = studyFiles(shared, STORE);
    const local = writeFiles(emptyFolder(), {
      ...finishedStudy('one'),
      'blocks/large.json': 'x'.repeat(900),
    });
    let left = change;
    const put = shared.put.bind(shared);
    shared.put = async (name, content) => {
      if (--left === 0) throw new Error('cut off');
      return put(name, content);
    };
    await expect(files.keep('a', local)).rejects.toThrow('cut off');
    expect((await readers(shared).find('a'))?.finished ?? false).toBe(false);
    await files.keep('a', local);
    expect((await readers(shared).find('a'))?.finished).toBe(true);
    expect(await fetched(shared, 'a')).toEqual(filesOf(local));
  },
);

test('a command that ended before its report leaves an unfinished study, with all it wrote', async () => {
  const shared = sharedFolder();
  const { 'report.html': _, ...begun } = finishedStudy('one');
  const local = writeFiles(emptyFolder(), begun);
  await studyFiles(shared, STORE).keep('a', local);
  const study = await readers(shared).find('a');
  expect(study).toMatchObject({ finished: false, rows: [] });
  expect(await readers(shared).report('a')).toBeNull();
  const { 'digest.json': __, ...resumed } = begun;
  expect(await fetched(shared, 'a')).toEqual(resumed);
});

test('a folder without a study, files that are being written, and links are not kept', async () => {
  const shared = sharedFolder();
  const files = studyFiles(shared, STORE);
  const local = writeFiles(emptyFolder(), { 'blocks/000000.json': '{}' });
  await files.keep('a', local);
  expect(await shared.list('')).toEqual([]);
  writeFiles(local, { 'study.json': STUDY_HEAD, '.study.json.1.tmp': 'half', '.own/x': 'y' });
  const secret = writeFiles(emptyFolder(), { secret: 'a secret' });
  symlinkSync(join(secret, 'secret'), join(local, 'link'));
  symlinkSync(secret, join(local, 'folder'));
  await files.keep('a', local);
  expect(Object.keys(await fetched(shared, 'a'))).toEqual(['blocks/000000.json', 'study.json']);
});

test('files that fit the limit are kept one by one; a larger one is refused, and nothing is finished', async () => {
  const shared = sharedFolder(1_000);
  const files = studyFiles(shared, STORE);
  const blocks = Object.fromEntries(
    Array.from({ length: 9 }, (_, k) => [`blocks/00000${k}.json`, `${k}`.repeat(400)]),
  );
  const local = writeFiles(emptyFolder(), { ...finishedStudy('one'), ...blocks });
  await files.keep('a', local);
  expect(await fetched(shared, 'a')).toEqual(filesOf(local));
  writeFileSync(join(local, 'curve.csv'), 'x'.repeat(1_001));
  await expect(files.keep('a', local)).rejects.toMatchObject({ code: 'SHARED_FILE_TOO_LARGE' });
  expect(await readers(shared).find('a')).toMatchObject({ finished: false });
});

test('a file that replaces one of the same size is kept', async () => {
  const shared = sharedFolder();
  const files = studyFiles(shared, STORE);
  const local = writeFiles(emptyFolder(), finishedStudy('one'));
  await files.keep('a', local);
  writeFiles(local, { next: digestOf('two') });
  renameSync(join(local, 'next'), join(local, 'digest.json'));
  await files.keep('a', local);
  expect(await readers(shared).find('a')).toMatchObject({ title: 'two', finished: true });
});

test('studies whose names begin alike, and those of another database, are apart', async () => {
  const shared = sharedFolder();
  const files = studyFiles(shared, STORE);
  const other = studyFiles(shared, { location: 'postgres://user@host/other' });
  const local = writeFiles(emptyFolder(), finishedStudy('one'));
  for (const name of ['a', 'ab', 'a.b']) await files.keep(name, local);
  await other.keep('a', local);
  await files.remove('a');
  expect((await readers(shared).list()).map(({ name }) => name)).toEqual(['a.b', 'ab']);
  expect(await shared.list(`${other.folderOf('a')}/`)).not.toEqual([]);
  // Its folder names it, wherever the database was reached from.
  await files.fetch(other.folderOf('a'), local);
  expect(other.folderOf('a')).not.toBe(files.folderOf('a'));
});

test.each([
  '..',
  '.',
  '',
  '../a',
  'a/b',
  'a/',
  '/a',
  'a\\b',
  'a:b',
  '.a',
  'a\0',
  'studies/../a',
  `${'名'.repeat(90)}`,
])('a name that is no part of a shared file’s name is refused: %j', async (name) => {
  const files = studyFiles(sharedFolder(), STORE);
  const local = writeFiles(emptyFolder(), finishedStudy('one'));
  const refused = { code: 'SHARED_FILE_NAME_INVALID' };
  await expect(files.keep(name, local)).rejects.toMatchObject(refused);
  await expect(files.fetch(name, local)).rejects.toMatchObject(refused);
  await expect(files.remove(name)).rejects.toMatchObject(refused);
});

test.each([
  ['studies/0123456789ab/wide', 'wide'],
  ['studies/0123456789ab/研究-1', '研究-1'],
  ['studies/0123456789ab/..', null],
  ['studies/0123456789ab/a/b', null],
  ['studies/0123456789ab/', null],
  ['studies/0123456789AB/a', null],
  ['/srv/studies/0123456789ab/a', null],
  ['wide', null],
])('the study of the folder %j is %j', (folder, name) => {
  expect(studyNameOf(folder)).toBe(name);
});
