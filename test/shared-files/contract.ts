import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SharedFiles } from '../../src/shared-files/shared-files.ts';

export async function* bytesOf(...parts: readonly (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part);
}

export async function read(files: SharedFiles, name: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of await files.get(name)) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

/** `count` parts of 64 KiB, all different. */
async function* large(count: number) {
  for (let k = 0; k < count; k++) {
    const part = Buffer.alloc(2 ** 16, k % 251);
    part.writeUInt32LE(k, 100);
    yield part;
  }
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of content) hash.update(part);
  return hash.digest('hex');
}

async function* broken(bytes: number) {
  for (let k = 0; k < bytes; k += 2 ** 16) yield Buffer.alloc(2 ** 16, 7);
  throw new Error('cut off');
}

/** What the contract is tried on. */
export interface ContractCase {
  open(): SharedFiles;
  /** The bytes that the place passes on at a time. */
  readonly chunk: number;
  /** The limit of a file, in bytes: at least four chunks. */
  readonly largest: number;
  /** The bytes that the place has passed on so far, of all files that were put. */
  passedOn(): number | Promise<number>;
  /** Whether files are replaced whole: s3rver writes into the file that it replaces. */
  readonly isAtomic?: boolean;
}

/** What every place of shared files does. */
export function sharedFilesContract(own: ContractCase): void {
  const { open, chunk, largest, isAtomic = true } = own;
  /** Bytes that no place passes on, or reads, at once. */
  const several = Math.max(3 * chunk, 2 ** 20);
  test('a file is read as it was put, also one without content; its bytes and age are listed', async () => {
    const files = open();
    expect(await files.put('one/a.csv', bytesOf('id', ',', 'x\n'))).toBe(5);
    expect(await files.put('one/empty', bytesOf())).toBe(0);
    expect(await read(files, 'one/a.csv')).toBe('id,x\n');
    expect(await read(files, 'one/empty')).toBe('');
    const listed = await files.list('one/');
    expect(listed.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['one/a.csv', 5],
      ['one/empty', 0],
    ]);
    for (const { age } of listed) expect(age).toBeGreaterThanOrEqual(0);
  });

  test('a file that stays as it is was changed at the same moment in each list', async () => {
    const files = open();
    // S3 knows times to the second.
    const before = Date.now() - 1000;
    await files.put('when/a', bytesOf('x'));
    const after = Date.now() + 1000;
    const times: string[] = [];
    for (let k = 0; k < 4; k++) {
      times.push((await files.list('when/'))[0].changedAt);
      await delay(3);
    }
    expect(times).toEqual(times.map(() => times[0]));
    expect(Date.parse(times[0])).toSatisfy((at: number) => before <= at && at <= after);
  });

  test('a large file goes through whole, and never more than three chunks of it are held', async () => {
    const files = open();
    const count = Math.ceil(several / 2 ** 16) + 1;
    const start = await own.passedOn();
    let [taken, mostHeld] = [0, 0];
    const put = async function* () {
      for await (const part of large(count)) {
        mostHeld = Math.max(mostHeld, taken - ((await own.passedOn()) - start));
        taken += part.length;
        yield part;
      }
    };
    expect(await files.put('large', put())).toBe(count * 2 ** 16);
    expect(await hashOf(await files.get('large'))).toBe(await hashOf(large(count)));
    expect(mostHeld).toBeLessThanOrEqual(3 * chunk);
    await files.remove('large');
  });

  test('a put that fails leaves nothing, or the file that was there', async () => {
    const files = open();
    for (const bytes of [0, chunk / 4, 2.5 * chunk]) {
      await expect(files.put('cut/new', broken(bytes))).rejects.toThrow('cut off');
      expect(await files.list('cut/')).toEqual([]);
    }
    await files.put('cut/old', bytesOf('before'));
    await expect(files.put('cut/old', broken(1.5 * chunk))).rejects.toThrow('cut off');
    expect(await read(files, 'cut/old')).toBe('before');
  });

  test('a file above the limit is refused, and nothing of it stays', async () => {
    const files = open();
    await expect(files.put('over/large', large(largest / 2 ** 16 + 1))).rejects.toMatchObject({
      code: 'SHARED_FILE_TOO_LARGE',
      status: 413,
    });
    expect(await files.list('over/')).toEqual([]);
  });

  test('names may have any language, spaces and signs of addresses', async () => {
    const files = open();
    const names = ['题 库.csv', "a+b%20&c=d?e#f!'()*~.json", 'é/ü/😀 100%_.txt', 'é', '<&>"'];
    for (const name of names) await files.put(`names/${name}`, bytesOf(name));
    for (const name of names) expect(await read(files, `names/${name}`)).toBe(name);
    const listed = (await files.list('names/')).map(({ name }) => name);
    const sorted = names.map((name) => Buffer.from(`names/${name}`)).sort(Buffer.compare);
    expect(listed).toEqual(sorted.map(String));
    expect((await files.list('names/é')).map(({ name }) => name).sort()).toEqual(
      ['names/é', 'names/é/ü/😀 100%_.txt'].sort(),
    );
    expect(await files.list('names/_')).toEqual([]);
  });

  test.each([
    '',
    '/a',
    'a/',
    'a//b',
    '../a',
    'a/../b',
    '.a',
    'a\\b',
    'C:a',
    'a\nb',
    '\ud800',
    'x'.repeat(231),
  ])('the name %j is refused', async (name) => {
    const files = open();
    const refused = { code: 'SHARED_FILE_NAME_INVALID' };
    await expect(files.put(name, bytesOf('x'))).rejects.toMatchObject(refused);
    await expect(files.get(name)).rejects.toMatchObject(refused);
    await expect(files.remove(name)).rejects.toMatchObject(refused);
  });

  test('a removed file is gone, once or twice; one that is missing is told', async () => {
    const files = open();
    await files.put('gone/a', bytesOf('a'));
    await files.put('gone/a/b', bytesOf('b'));
    await files.remove('gone/a');
    await files.remove('gone/a');
    expect(await read(files, 'gone/a/b')).toBe('b');
    await expect(files.get('gone/a')).rejects.toMatchObject({
      code: 'SHARED_FILE_MISSING',
      status: 404,
    });
    await files.remove('gone/a/b');
    expect(await files.list('gone/')).toEqual([]);
  });

  if (isAtomic)
    test('of files put at the same time under one name, one is there whole', async () => {
      const files = open();
      const texts = ['a', 'b', 'c', 'd'].map((sign) => sign.repeat(1.5 * chunk));
      await files.put('same', bytesOf('first'));
      await Promise.all(texts.map((text) => files.put('same', bytesOf(text))));
      expect(texts).toContain(await read(files, 'same'));
      expect(await files.list('same')).toHaveLength(1);
    });

  if (isAtomic)
    test('a reader reads one version whole while the file is replaced', async () => {
      const files = open();
      const [before, after] = ['b', 'a'].map((sign) => sign.repeat(several));
      await files.put('replaced', bytesOf(before));
      const parts: string[] = [];
      for await (const part of await files.get('replaced')) {
        if (parts.length === 0) {
          await files.put('replaced', bytesOf(after));
          await delay(1);
        }
        parts.push(Buffer.from(part).toString());
      }
      expect(parts.join('') === before).toBe(true);
      expect((await read(files, 'replaced')) === after).toBe(true);
    });
}
