import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { describe, expect, test } from 'vitest';
import { filesPlace } from '../../src/shared-files/files-place.ts';
import { s3Files } from '../../src/shared-files/s3-files.ts';
import type { S3Place } from '../../src/shared-files/s3-request.ts';
import { SEAL } from '../../src/shared-files/seal.ts';
import { bytesOf, read, sharedFilesContract } from './contract.ts';
import { LARGEST_IN_S3, PART, s3Case } from './s3-case.ts';

const s3 = s3Case();
const { open, through, openUploads } = s3;

describe('a store that speaks S3', () => {
  // s3rver writes into the file that it replaces. Buffers of requests are freed some requests later: 67 MiB at most with 50 to 200 MiB.
  sharedFilesContract(open, { isAtomic: false, large: 100, inMemory: 85, largest: LARGEST_IN_S3 });
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

test('a list of more than one page has all files, with encoded keys', async () => {
  const asked: URLSearchParams[] = [];
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>50</Size></Contents>`;
  const { files } = through(async (request) => {
    asked.push(new URL(request.url).searchParams);
    const page =
      asked.length === 1
        ? `${entry('a/b/x+y%26')}<NextContinuationToken>1&amp;/=</NextContinuationToken>`
        : entry('a/b/z%E9%A2%98');
    return new Response(
      `<ListBucketResult><EncodingType>url</EncodingType>${page}</ListBucketResult>`,
      {
        headers: { date: 'Fri, 02 Jan 2026 03:04:06 GMT' },
      },
    );
  });
  expect(await files.list('')).toEqual([
    { name: 'x y&', bytes: 10, age: 1000, changedAt: '2026-01-02T03:04:05.000Z' },
    { name: 'z题', bytes: 10, age: 1000, changedAt: '2026-01-02T03:04:05.000Z' },
  ]);
  expect(asked.map((query) => query.get('continuation-token'))).toEqual([null, '1&/=']);
});

test('a session token is signed and sent', async () => {
  let sent: Headers | undefined;
  const client = new AwsClient({
    accessKeyId: 'a',
    secretAccessKey: 'b',
    sessionToken: 'token',
    service: 's3',
    region: 'eu-west-1',
  });
  const fetch = async (request: Request) => {
    sent = request.headers;
    return new Response('<ListBucketResult></ListBucketResult>', {
      headers: { date: new Date().toUTCString() },
    });
  };
  const virtual = filesPlace('s3://bucket', { region: 'eu-west-1' }, 'files') as S3Place & {
    kind: 's3';
  };
  const files = s3Files(virtual, { largest: 1 }, { client, fetch, delay: async () => {} });
  expect(await files.list('')).toEqual([]);
  expect(sent?.get('x-amz-security-token')).toBe('token');
  expect(sent?.get('authorization')).toContain('eu-west-1/s3/aws4_request');
});
