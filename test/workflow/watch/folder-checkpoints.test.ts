import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { byStep, isPlainName, namePattern } from '../../../src/workflow/watch/checkpoint.ts';
import { folderCheckpoints } from '../../../src/workflow/watch/folder-checkpoints.ts';
import { expectFailure, temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();
const names = ['checkpoint-1000', 'checkpoint-200', 'step_5', 'runs', 'tmp-checkpoint-7', '.x-1'];
for (const name of [...names, '-rf1', 'empty-3']) mkdirSync(join(folder, name));
for (const name of [...names, '-rf1']) writeFileSync(join(folder, name, 'weights'), 'w');
writeFileSync(join(folder, 'file-9'), '');
mkdirSync(join(folder, 'step_5', 'deep'));
writeFileSync(join(folder, 'step_5', 'thetarank.ready'), '');
symlinkSync(join(folder, 'step_5'), join(folder, 'link-6'));
const HOUR = 3_600_000;

describe('checkpoints of a folder', () => {
  test('are subfolders whose names end in a number, by that number, when nothing changes any more', () => {
    const later = folderCheckpoints(folder, { stableMs: HOUR }, Date.now() + 2 * HOUR);
    expect(later.ready).toEqual(
      ['checkpoint-200', 'checkpoint-1000', 'link-6', 'step_5'].map((name) => ({
        name,
        path: join(folder, name),
      })),
    );
    expect(later.waiting).toEqual(['empty-3']);
    const now = folderCheckpoints(folder, { stableMs: HOUR }, Date.now());
    expect(now.ready).toEqual([]);
    expect(now.waiting).toHaveLength(5);
  });

  test('wait for their marker, and only those that are wanted count', () => {
    const then = Date.now() + 2 * HOUR;
    const names = (rules: Parameters<typeof folderCheckpoints>[1], at: number) =>
      folderCheckpoints(folder, rules, at).ready.map(({ name }) => name);
    expect(names({ stableMs: HOUR, marker: 'thetarank.ready' }, 0)).toEqual(['link-6', 'step_5']);
    expect(names({ stableMs: 0, isWanted: namePattern('check*-1*') }, then)).toEqual([
      'checkpoint-1000',
    ]);
  });

  test('wait after a change deep within, of a file or of the files that there are', async () => {
    const own = join(folder, 'deep');
    const deep = join(own, 'step-1', 'a', 'b');
    mkdirSync(deep, { recursive: true });
    for (const name of ['weights', 'rest']) writeFileSync(join(deep, name), 'w');
    const isReady = (at: number) => folderCheckpoints(own, { stableMs: 0 }, at).ready.length === 1;
    // File systems note times in steps of some milliseconds.
    const later = () => new Promise((resolve) => setTimeout(resolve, 30));
    for (const change of [
      () => writeFileSync(join(deep, 'weights'), 'more'),
      () => rmSync(join(deep, 'rest')),
    ]) {
      await later();
      const before = Date.now();
      expect(isReady(before)).toBe(true);
      await later();
      change();
      expect(isReady(before)).toBe(false);
    }
  });

  test('a folder that is not there is an error', () => {
    const gone = join(folder, 'gone');
    expectFailure(
      () => folderCheckpoints(gone, { stableMs: 0 }, 0),
      'FILE_NOT_FOUND',
      'FILE: no such folder. Check the path.',
      gone,
    );
  });

  test('names: numbers by value, nothing that a terminal or an option parser would obey', () => {
    expect(['b-10', 'b-9', 'a-11'].sort(byStep)).toEqual(['a-11', 'b-9', 'b-10']);
    for (const name of ['checkpoint 1', 'a/b', "it's $(x)-1", '步骤-5'])
      expect(isPlainName(name)).toBe(true);
    for (const name of ['', '-x', '.x', 'a\nb', '\u001b[2J', 'a\u202eb', 'a'.repeat(201)])
      expect([name, isPlainName(name)]).toEqual([name, false]);
    expect(namePattern('a.b*')('axb1')).toBe(false);
    expect(namePattern('a.b*')('a.b1\n2')).toBe(true);
  });
});
