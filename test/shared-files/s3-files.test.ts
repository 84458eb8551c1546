import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesPlace } from '../../src/shared-files/files-place.ts';
import { s3Files } from '../../src/shared-files/s3-files.ts';
import type { S3Place } from '../../src/shared-files/s3-request.ts';
import { openSharedFiles } from '../../src/workflow/open-shared-files.ts';
import { bytesOf, LARGEST, read, sharedFilesContract } from './contract.ts';

const directory = mkdtempSync(join(tmpdir(), 'shared-'));
// The only keys that s3rver knows.
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const SECRET = 'a-secret-that-is-told-to-nobody';
let server: ChildProcess;
let place: S3Place & { readonly kind: 's3' };

// In a process of its own: its memory is not counted.
beforeAll(async () => {
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const options = ['-d', directory, '-a', '127.0.0.1', '-p', '0', '-s'];
  server = spawn(process.execPath, [program, ...options, '--configure-bucket', 'thetarank']);
  let [said, port] = ['', ''];
  for await (const text of server.stdout!) {
    said += String(text);
    port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1] ?? '';
    if (port !== '') break;
  }
  const endpoint = `http://127.0.0.1:${port}`;
  place = filesPlace('s3://thetarank/a/b', { endpoint, pathStyle: true }, 'files') as typeof place;
});
afterAll(() => server.kill());

const none = { sharedFiles: () => expect.fail('not in the database') };
const open = (env: Record<string, string> = KEYS, other: Partial<S3Place> = {}) =>
  openSharedFiles({ ...place, ...other }, { largest: 105 * 2 ** 20 }, none, env);
/** Answers through `fetch`, without pauses. */
const through = (fetch: (request: Request) => Promise<Response>) => {
  const pauses: number[] = [];
  const client = new AwsClient({
    accessKeyId: KEYS.AWS_ACCESS_KEY_ID,
    secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: place.region,
  });
  const delay = async (ms: number) => pauses.push(ms);
  return { pauses, files: s3Files(place, { largest: LARGEST }, { client, fetch, delay }) };
};

describe('a store that speaks S3', () => {
  // s3rver writes into the file that it replaces. Buffers of requests are freed some requests later: 67 MiB at most with 50 to 200 MiB.
  sharedFilesContract(open, { isAtomic: false, large: 100, inMemory: 85, largest: 105 * 2 ** 20 });
});

test('files of another prefix are other files', async () => {
  const other = open(KEYS, { prefix: 'other/' });
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
  expect(readdirSync(join(directory, 'thetarank', 'a')).join()).not.toContain('parts');
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
    { name: 'x y&', bytes: 10, age: 1000 },
    { name: 'z题', bytes: 10, age: 1000 },
  ]);
  expect(asked.map((query) => query.get('continuation-token'))).toEqual([null, '1&/=']);
});

test('cut connections, 503 and 429 are tried again with longer pauses', async () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })),
    async () => new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 }),
    async () => new Response('', { status: 429 }),
  ];
  const { files, pauses } = through(async (request) =>
    (answers.shift() ?? (() => fetch(request)))(),
  );
  await files.put('again', bytesOf('kept'));
  expect(pauses).toEqual([200, 400, 800]);
  expect(await read(files, 'again')).toBe('kept');
});

test('a download that is cut goes on where it stopped; if the file was replaced meanwhile, that is told', async () => {
  const text = 'abcdefghij'.repeat(50_000);
  await open().put('long', bytesOf(text));
  const ranges: (string | null)[] = [];
  const cutting = (request: Request) => {
    ranges.push(request.headers.get('range'));
    return fetch(request).then((response) => {
      if (ranges.length > 2) return response;
      let sent = 0;
      const cut = response.body!.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            if (sent > 0) return controller.error(new TypeError('terminated'));
            sent += 1000;
            controller.enqueue(chunk.subarray(0, 1000));
          },
        }),
      );
      return new Response(cut, { status: response.status, headers: response.headers });
    });
  };
  const { files } = through(cutting);
  expect((await read(files, 'long')) === text).toBe(true);
  expect(ranges).toEqual([null, 'bytes=1000-', 'bytes=2000-']);

  ranges.length = 0;
  const content = (await files.get('long'))[Symbol.asyncIterator]();
  await content.next();
  await open().put('long', bytesOf('another'));
  const rest = async () => {
    while (!(await content.next()).done);
  };
  await expect(rest()).rejects.toMatchObject({
    code: 'SHARED_FILES_UNAVAILABLE',
    message: expect.stringContaining('was replaced'),
  });
});

test('a store that stays away is told after six attempts', async () => {
  const { files, pauses } = through(() => Promise.reject(new TypeError('fetch failed')));
  await expect(files.list('')).rejects.toMatchObject({ code: 'SHARED_FILES_UNAVAILABLE' });
  expect(pauses).toEqual([200, 400, 800, 1600, 3200]);
});

test('wrong keys, a missing bucket and missing keys are told, without the keys', async () => {
  const wrong = open({ AWS_ACCESS_KEY_ID: 'other', AWS_SECRET_ACCESS_KEY: SECRET });
  const told = await wrong.put('a', bytesOf('x')).catch((error: Error) => error.message);
  expect(told).toMatch(
    /s3:\/\/thetarank\/a\/b\/ at http:.*403 InvalidAccessKeyId.*AWS_ACCESS_KEY_ID/,
  );
  expect(told).not.toContain(SECRET);
  expect(told).not.toContain('S3RVER');
  await expect(open(KEYS, { bucket: 'missing' }).get('a')).rejects.toThrow('404 NoSuchBucket');
  for (const env of [{}, { AWS_ACCESS_KEY_ID: 'x' }, { ...KEYS, AWS_SECRET_ACCESS_KEY: '' }])
    expect(() => open(env as Record<string, string>)).toThrow(/^SHARED_FILES_KEY_MISSING|AWS_/);
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
  const virtual = filesPlace('s3://bucket', { region: 'eu-west-1' }, 'files') as typeof place;
  const files = s3Files(virtual, { largest: 1 }, { client, fetch, delay: async () => {} });
  expect(await files.list('')).toEqual([]);
  expect(sent?.get('x-amz-security-token')).toBe('token');
  expect(sent?.get('authorization')).toContain('eu-west-1/s3/aws4_request');
});
