import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sharedStudies } from '../../../src/server/studies/shared-studies.ts';
import { studyFolders } from '../../../src/server/studies/study-folders.ts';
import { folderFiles } from '../../../src/shared-files/folder-files.ts';
import { studyFiles } from '../../../src/workflow/studies/kept/study-files.ts';
import {
  digestOf,
  emptyFolder,
  finishedStudy,
  observed,
  STUDY_HEAD,
  writeFiles,
} from '../../workflow/studies/kept/study-case.ts';

const STORE = { location: 'postgres://user@host/base' };

/** Shared files and readers of them, whose clocks go on by `pass`. */
function place() {
  const folder = join(emptyFolder(), 'files');
  const began = performance.now();
  let passed = 0;
  const elapsed = () => performance.now() - began + passed;
  let writers = 0;
  const real = folderFiles(folder, {
    largest: 50_000_000,
    now: Date.now,
    unique: () => `w${writers++}`,
  });
  // Ages by a clock that goes on by `pass` too.
  const putAt = new Map<string, number>();
  const shared = observed({
    ...real,
    put(name, content) {
      putAt.set(name, elapsed());
      return real.put(name, content);
    },
    async list(prefix) {
      const all = await real.list(prefix);
      return all.map((entry) => ({ ...entry, age: elapsed() - putAt.get(entry.name)! }));
    },
  });
  const log: unknown[] = [];
  const context = {
    elapsed,
    log: (...line: unknown[]) => log.push(line),
  };
  const files = studyFiles(shared, STORE);
  return {
    folder,
    shared,
    files,
    log,
    context,
    readers: sharedStudies(shared, files, context),
    pass: (ms: number) => {
      passed += ms;
    },
    keep: (name: string, study: Record<string, string>) =>
      files.keep(name, writeFiles(emptyFolder(), study)),
  };
}

test('a list reads each study once, until it changes', async () => {
  const { shared, readers, files, keep, pass } = place();
  const count = 20;
  const local = writeFiles(emptyFolder(), finishedStudy('one'));
  for (let k = 0; k < count; k++) await files.keep(`s${k}`, local);
  await keep('begun', { 'study.json': STUDY_HEAD });
  pass(10_000);
  const list = async () => {
    shared.gets.length = 0;
    return readers.list();
  };
  const first = await list();
  expect(first).toHaveLength(count + 1);
  // Of a finished study the head and the digest, of one that has begun the head.
  expect(shared.gets).toHaveLength(2 * count + 1);
  expect(first.find(({ name }) => name === 'begun')).toMatchObject({ finished: false });
  expect(first.find(({ name }) => name === 's7')).toMatchObject({ title: 'one', finished: true });
  pass(10_000);
  expect(await list()).toEqual(first);
  expect(shared.gets).toEqual([]);

  // The same number of bytes.
  await keep('s7', finishedStudy('two'));
  const changed = await list();
  expect(shared.gets.map((name) => name.split('/').at(-2))).toEqual(['s7', 's7']);
  expect(changed.find(({ name }) => name === 's7')).toMatchObject({ title: 'two' });
  expect(changed).toHaveLength(count + 1);

  await files.remove('s8');
  expect((await list()).map(({ name }) => name)).not.toContain('s8');
});

test.each([0, 500, 1_999, 2_001, 60_000])(
  'a study that changes %i ms after it was listed is listed as it is, however long that was ago',
  async (later) => {
    const { readers, keep, pass } = place();
    await keep('a', finishedStudy('one'));
    pass(later);
    await readers.list();
    pass(later);
    await keep('a', finishedStudy('two'));
    pass(later);
    expect(await readers.list()).toMatchObject([{ title: 'two' }]);
    pass(later);
    expect(await readers.list()).toMatchObject([{ title: 'two' }]);
  },
);

test('an unchanged study keeps the time of its last change', async () => {
  const { shared, files, context, keep } = place();
  await keep('a', finishedStudy('one'));
  const times = new Set<string | undefined>();
  for (let k = 0; k < 4; k++) {
    // The place takes a while to answer, each time another one.
    const get = async (name: string) => {
      await delay(5 * k);
      return shared.get(name);
    };
    const readers = sharedStudies({ ...shared, get }, files, context);
    times.add((await readers.find('a'))?.changedAt);
    times.add((await readers.list())[0].changedAt);
  }
  expect(times.size).toBe(1);
});

test('a damaged study hides no other one, and is told in the log', async () => {
  const { folder, readers, keep, files, log } = place();
  await keep('bad', finishedStudy('one'));
  await keep('good', finishedStudy('one'));
  const [digest] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(join('bad', 'digest.json.shared')),
  );
  const bytes = readFileSync(join(folder, digest));
  bytes[3] ^= 1;
  writeFileSync(join(folder, digest), bytes);
  expect(await readers.list()).toMatchObject([{ name: 'good' }]);
  expect(log).toMatchObject([['warn', 'study-not-read', { study: 'bad' }]]);
  await expect(readers.find('bad')).rejects.toMatchObject({ code: 'SHARED_FILE_DAMAGED' });
  await expect(files.fetch('bad', emptyFolder())).rejects.toMatchObject({
    code: 'SHARED_FILE_DAMAGED',
  });
});

test('a study in both places is shown once, as it is among the shared files', async () => {
  const { shared, files, context, keep } = place();
  const folder = emptyFolder();
  writeFiles(join(folder, 'both'), finishedStudy('local'));
  writeFiles(join(folder, 'own'), finishedStudy('own'));
  await keep('both', { ...finishedStudy('shared'), 'digest.json': digestOf('shared') });
  const studies = studyFolders(folder, { shared, files }, context);
  expect(await studies.list()).toMatchObject([
    { name: 'both', title: 'shared' },
    { name: 'own', title: 'own' },
  ]);
  expect(await studies.get('both')).toMatchObject({ title: 'shared', rows: [[12]] });
  const page = async (name: string) => {
    const parts: Uint8Array[] = [];
    for await (const part of await studies.report(name)) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  expect(await page('both')).toBe('<p>shared</p>');
  expect(await page('own')).toBe('<p>own</p>');
  expect(studies.folderOf('new')).toBe(files.folderOf('new'));
  expect(await studies.remove('both')).toMatchObject({ title: 'shared' });
  expect((await studies.list()).map(({ name }) => name)).toEqual(['own']);
  expect(readdirSync(folder)).toEqual(['own']);
  await expect(studies.remove('both')).rejects.toMatchObject({ code: 'NAME_UNKNOWN' });
});
