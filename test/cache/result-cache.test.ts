import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cacheFolder } from '../../src/cache/cache-folder.ts';
import { cacheKey } from '../../src/cache/cache-key.ts';
import { cachedFiles, clearCache, keptResult } from '../../src/cache/result-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'thetarank-cache-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(root, `cache-${count++}`);
});

/** A NaN with bits of its own, both zeros, the smallest and the largest number, and thirds. */
const BITS = new Float64Array([0, -0, Number.MIN_VALUE, Number.MAX_VALUE, 1 / 3, -Infinity]);
new BigUint64Array(BITS.buffer)[0] = 0x7ff8000000000abcn;
const VALUE = {
  bits: BITS,
  // A part of a larger buffer.
  part: new Float64Array([9, 1 / 7, 9]).subarray(1, 2),
  short: Float32Array.from([0.1, Number.NaN]),
  of: new Uint16Array([65535]),
  flagged: null,
  names: ['a', 'β'],
  verified: true,
};
const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex');

const key = (name: string) => () => cacheKey('test', [name]);
const never = (): never => {
  throw new Error('made although it was kept');
};
const only = () => join(folder, readdirSync(folder)[0]);

describe('keptResult', () => {
  test('returns the stored value bit by bit without computing it again', () => {
    expect(keptResult(folder, key('a'), () => VALUE)).toBe(VALUE);
    const read = keptResult<typeof VALUE>(folder, key('a'), never);
    expect(read).toEqual(VALUE);
    expect(bytesOf(read.bits)).toBe(bytesOf(BITS));
    expect(Object.is(read.bits[1], -0)).toBe(true);
    expect(read.part).toHaveLength(1);
  });

  test('without a folder it keeps nothing', () => {
    expect(keptResult(null, never, () => 3)).toBe(3);
  });

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    ['with a bit flipped', (bytes: Buffer) => bytes.with(bytes.length - 9, bytes.at(-9)! ^ 1)],
    ['empty', () => Buffer.alloc(0)],
    ['of another program', () => Buffer.from('hello')],
  ])('a file that is %s is ignored, and written anew', (_, damage) => {
    keptResult(folder, key('a'), () => VALUE);
    const whole = readFileSync(only());
    writeFileSync(only(), damage(whole));
    expect(keptResult(folder, key('a'), () => ({ ...VALUE, names: [] })).names).toEqual([]);
    expect(keptResult<typeof VALUE>(folder, key('a'), never).names).toEqual([]);
  });

  test('a folder that cannot be written to is as if there were none', () => {
    writeFileSync(folder, 'a file stands where the folder would be');
    expect(keptResult(folder, key('a'), () => 3)).toBe(3);
    expect(readFileSync(folder, 'utf8')).toContain('a file stands');
  });

  test('a full cache drops the entries unused for longest and keeps the newest', () => {
    const big = () => new Float64Array(1000);
    for (const [k, name] of ['a', 'b', 'c'].entries()) {
      keptResult(folder, key(name), big, 20_000);
      const at = new Date(2020, 0, k + 1);
      const written = cachedFiles(folder)[0].path;
      utimesSync(written, at, at);
    }
    // `a` went for `c`; `b` is used, so that `c` goes for `d`.
    expect(cachedFiles(folder)).toHaveLength(2);
    keptResult(folder, key('b'), never, 20_000);
    keptResult(folder, key('d'), big, 20_000);
    keptResult(folder, key('b'), never, 20_000);
    keptResult(folder, key('d'), never, 20_000);
    keptResult(folder, key('e'), big, 10);
    expect(cachedFiles(folder)).toHaveLength(1);
    keptResult(folder, key('e'), never, 10);
  });
});

test("clearing removes the cache's own files and nothing else", () => {
  keptResult(folder, key('a'), () => VALUE);
  writeFileSync(`${only()}.12-0.tmp`, 'a file that was not finished');
  writeFileSync(join(folder, 'notes.txt'), "somebody else's");
  mkdirSync(join(folder, `${'0'.repeat(64)}.kept`));
  expect(clearCache(folder)).toHaveLength(2);
  expect(readdirSync(folder).toSorted()).toEqual([`${'0'.repeat(64)}.kept`, 'notes.txt']);
  expect(clearCache(join(folder, 'none'))).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});

describe('cacheKey', () => {
  test('is the same for the same parts in any buffer', () => {
    const parts = [new Float64Array([9, 1, 2]).subarray(1), 'x', null, [1, 2]] as const;
    expect(cacheKey('a', parts)).toBe(cacheKey('a', [new Float64Array([1, 2]), 'x', null, [1, 2]]));
  });

  test.each([
    [[new Float64Array([0])], [new Float64Array([-0])]],
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [
      [[1, 2], [3]],
      [[1], [2, 3]],
    ],
    [[1], ['1']],
    [[null], [0]],
  ])('%j and %j have keys of their own', (one, other) => {
    expect(cacheKey('a', one)).not.toBe(cacheKey('a', other));
    expect(cacheKey('a', one)).not.toBe(cacheKey('b', one));
  });
});

test('the folder: THETARANK_CACHE, else XDG_CACHE_HOME, else the home', () => {
  const home = () => '/home/me';
  const all = { THETARANK_CACHE: '/own', XDG_CACHE_HOME: '/shared' };
  expect(cacheFolder(all, home)).toBe('/own');
  expect(cacheFolder({ ...all, THETARANK_CACHE: '' }, home)).toBeNull();
  expect(cacheFolder({ XDG_CACHE_HOME: '/shared' }, home)).toBe('/shared/thetarank');
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative' }, home)).toBe('/home/me/.cache/thetarank');
  expect(cacheFolder({}, home)).toBe('/home/me/.cache/thetarank');
});
