import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWritable, toCsv, writeFileWhole } from '../../../src/files/write/write.ts';
import { expectFailure, failureOf, temporaryFolder } from '../temporary.ts';

describe('writeFileWhole', () => {
  const folder = temporaryFolder();

  test('makes the folder, writes the text, leaves nothing else', () => {
    const path = join(folder, 'new', 'deep', 'out.csv');
    writeFileWhole(path, 'é\n');
    expect(readFileSync(path, 'utf8')).toBe('é\n');
    expect(readdirSync(join(folder, 'new', 'deep'))).toEqual(['out.csv']);
  });

  test('replaces a file and keeps its permissions', () => {
    const path = join(folder, 'kept.csv');
    writeFileSync(path, 'a longer old text');
    chmodSync(path, 0o640);
    writeFileWhole(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test('replaces the target of a symbolic link', () => {
    const target = join(folder, 'target.csv');
    const link = join(folder, 'link.csv');
    writeFileSync(target, 'old');
    symlinkSync(target, link);
    writeFileWhole(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  test('writes a device straight', () => {
    writeFileWhole('/dev/null', 'gone');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('fails if the path is a directory, and leaves nothing behind', () => {
    const path = join(folder, 'results');
    mkdirSync(path);
    const before = readdirSync(folder);
    const message =
      'FILE: cannot be written (it is a directory). Name another file, or make this one and its folder writable.';
    expectFailure(() => writeFileWhole(path, 'x'), 'FILE_UNWRITABLE', message, path);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('fails if the folder is a file', () => {
    const path = join(folder, 'kept.csv', 'out.csv');
    const message =
      'FILE: cannot be written (a part of the path is not a directory). Name another file, or make this one and its folder writable.';
    expectFailure(() => writeFileWhole(path, 'x'), 'FILE_UNWRITABLE', message, path);
  });

  test('fails if the name is too long', () => {
    const path = join(folder, 'n'.repeat(300));
    const message =
      'FILE: cannot be written (the name is too long). Name another file, or make this one and its folder writable.';
    expectFailure(() => writeFileWhole(path, 'x'), 'FILE_UNWRITABLE', message, path);
  });
});

describe('checkWritable', () => {
  const folder = temporaryFolder();

  test('leaves nothing behind, makes no folder and keeps what is there', () => {
    const path = join(folder, 'there.csv');
    writeFileSync(path, 'old');
    checkWritable([path, join(folder, 'new', 'deep', 'out.csv'), '/dev/null']);
    expect(readdirSync(folder)).toEqual(['there.csv']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  // Permissions alone do not show it, for the administrator at least.
  test.skipIf(process.platform !== 'linux')('finds a place where no file can be made', () => {
    for (const path of ['/proc/out.csv', '/proc/results/out.csv'])
      expect(failureOf(() => checkWritable([path])).message).toMatch(
        /^\/proc.*: cannot be written/,
      );
  });

  test('a folder, a file as a folder, and a name that is too long', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const paths = [folder, join(file, 'out.csv'), join(folder, 'n'.repeat(300))];
    for (const path of paths) expect(() => checkWritable([path])).toThrow(/cannot be written/);
  });
});

describe('toCsv', () => {
  test('prints numbers in full and missing ones as empty cells', () => {
    const numbers = [0.1 + 0.2, -1e-300, 1e21, -0.5, 7, Number.NaN];
    expect(toCsv([...'abcdef'], [numbers])).toBe(
      'a,b,c,d,e,f\n0.30000000000000004,-1e-300,1e+21,-0.5,7,\n',
    );
    expect(toCsv(['a', 'b', 'c', 'd'], [[null, undefined, true, false]])).toBe(
      'a,b,c,d\n,,true,false\n',
    );
  });

  test('quotes only if needed', () => {
    expect(toCsv(['a,b', 'c"d'], [['e\nf', ' g ']])).toBe('"a,b","c""d"\n"e\nf"," g "\n');
  });

  test('puts an apostrophe before a text that a spreadsheet would run, never before a number', () => {
    const texts = ['=1+1', '+x', '-1', '@x', '\tx', '＝x', "'=x", "it's", 'a=b'];
    expect(toCsv(texts.map(String), [texts]).split('\n')[1]).toBe(
      "'=1+1,'+x,'-1,'@x,'\tx,'＝x,''=x,it's,a=b",
    );
    expect(toCsv(['x'], [[-1]])).toBe('x\n-1\n');
  });

  test('writes a header without rows', () => {
    expect(toCsv(['a', 'b'], [])).toBe('a,b\n');
  });

  test('takes a row of another width for a defect', () => {
    expect(() => toCsv(['a', 'b'], [[1, 2], [1]])).toThrow(RangeError);
  });
});
