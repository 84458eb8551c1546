import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SEAL } from '../../src/shared-files/seal.ts';
import { bytesOf, read, sharedFilesContract } from './contract.ts';
import { LARGEST, PART, s3Case } from './s3-case.ts';

const s3 = s3Case();
const { open, through, openUploads } = s3;

describe('a store that speaks S3', () => {
  let passedOn = 0;
  sharedFilesContract({
    open: () =>
      through(async (request) => {
        passedOn += (await request.clone().arrayBuffer()).byteLength;
        return fetch(request);
      }).files,
    ...{ chunk: PART, largest: LARGEST, passedOn: () => passedOn, isAtomic: false },
  });
});

test('files of another prefix are other files', async () => {
  const other = open(s3.store.keys, { prefix: 'other/' });
  await open().put('mine', bytesOf('a'));
  await other.put('mine', bytesOf('b'));
  expect(await read(open(), 'mine')).toBe('a');
  expect((await other.list('')).map(({ name }) => name)).toEqual(['mine']);
});

test('a broken upload in parts is aborted', async () => {
  const methods: string[] = [];
  const { files } = through((request) => {
    methods.push(request.method);
    return fetch(request);
  });
  const cut = async function* () {
    yield Buffer.alloc(20 * 2 ** 20);
    throw new Error('cut off');
  };
  await expect(files.put('parts', cut())).rejects.toThrow('cut off');
  expect(methods).toEqual(['POST', 'PUT', 'PUT', 'DELETE']);
  expect(openUploads()).toEqual([]);
});

test('parts of an upload that does not end are no file, and do not change the file of that name', async () => {
  const files = open();
  await files.put('unfinished', bytesOf('before'));
  let [end, sent] = [() => {}, 0];
  const forever = async function* () {
    for (; sent < 3; sent++) yield Buffer.alloc(PART, 7);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    throw new Error('killed');
  };
  const put = files.put('unfinished', forever());
  await expect.poll(() => sent).toBe(3);
  expect(openUploads()).toHaveLength(1);
  expect((await files.list('unfinished')).map(({ bytes }) => bytes)).toEqual([6]);
  expect(await read(files, 'unfinished')).toBe('before');
  end();
  await expect(put).rejects.toThrow('killed');
  expect(openUploads()).toEqual([]);
});

test.each([
  [PART - SEAL - 1, ['PUT']],
  [PART - SEAL, ['POST', 'PUT', 'POST']],
  [PART - SEAL + 1, ['POST', 'PUT', 'PUT', 'POST']],
  [PART, ['POST', 'PUT', 'PUT', 'POST']],
  [PART + 1, ['POST', 'PUT', 'PUT', 'POST']],
])('a file of %i bytes is whole', async (bytes, expected) => {
  const methods: string[] = [];
  const { files } = through((request) => {
    methods.push(request.method);
    return fetch(request);
  });
  const content = Buffer.alloc(bytes, 'abcdefg');
  expect(await files.put('edge', bytesOf(content))).toBe(bytes);
  expect(methods).toEqual(expected);
  expect((await read(files, 'edge')) === String(content)).toBe(true);
  expect((await files.list('edge')).map((file) => file.bytes)).toEqual([bytes]);
});

test('of more than 2,000 files all are listed', async () => {
  // As s3rver keeps them.
  const folder = join(s3.store.folder, 'thetarank', 'a', 'b', 'many');
  mkdirSync(folder);
  const names = Array.from({ length: 2005 }, (_, k) => `${String(k).padStart(4, '0')} +=题.csv`);
  for (const [k, name] of names.entries())
    writeFileSync(join(folder, `${name}._S3rver_object`), Buffer.alloc(SEAL + (k % 7)));
  const pages: string[] = [];
  const { files } = through((request) => {
    pages.push(request.url);
    return fetch(request);
  });
  const listed = await files.list('many/');
  expect(listed.map(({ name }) => name)).toEqual(names.map((name) => `many/${name}`));
  expect(listed.map(({ bytes }) => bytes)).toEqual(names.map((_, k) => k % 7));
  expect(pages).toHaveLength(3);
});
