import { AwsClient } from 'aws4fetch';
import { expect, test } from 'vitest';
import { filesPlace } from '../../src/shared-files/files-place.ts';
import { s3Files } from '../../src/shared-files/s3-files.ts';
import type { S3Place } from '../../src/shared-files/s3-request.ts';
import { bytesOf } from './contract.ts';

/** Files in a store whose replies are `answer`. */
function answeredBy(answer: (request: Request) => Promise<Response>) {
  const place = filesPlace('s3://bucket/a/b', { region: 'eu-west-1' }, 'files') as S3Place & {
    kind: 's3';
  };
  const pauses: number[] = [];
  const client = new AwsClient({
    ...{ accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'token' },
    ...{ service: 's3', region: place.region },
  });
  const delay = async (ms: number) => pauses.push(ms);
  return { pauses, files: s3Files(place, { largest: 100 }, { client, fetch: answer, delay }) };
}

const list = (content: string) =>
  new Response(`<ListBucketResult><EncodingType>url</EncodingType>${content}</ListBucketResult>`, {
    headers: { date: 'Fri, 02 Jan 2026 03:04:06 GMT' },
  });

test('a list of more than one page has all files, with encoded keys', async () => {
  const asked: URLSearchParams[] = [];
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>50</Size></Contents>`;
  const { files } = answeredBy(async (request) => {
    asked.push(new URL(request.url).searchParams);
    return list(
      asked.length === 1
        ? `${entry('a/b/x+y%26')}<NextContinuationToken>1&amp;/=</NextContinuationToken>`
        : entry('a/b/z%E9%A2%98'),
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
  const { files } = answeredBy(async (request) => {
    sent = request.headers;
    return list('');
  });
  expect(await files.list('')).toEqual([]);
  expect(sent?.get('x-amz-security-token')).toBe('token');
  expect(sent?.get('authorization')).toContain('eu-west-1/s3/aws4_request');
});

test('cut connections, 503 and 429 are tried again with longer pauses', async () => {
  const bodies: string[] = [];
  const answers = [
    () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })),
    async () => new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 }),
    async () => new Response('', { status: 429 }),
    async () => new Response(''),
  ];
  const { files, pauses } = answeredBy(async (request) => {
    bodies.push(await request.text());
    return answers.shift()!();
  });
  expect(await files.put('again', bytesOf('kept'))).toBe(4);
  expect(pauses).toEqual([200, 400, 800]);
  expect(new Set(bodies).size).toBe(1);
});

test('a store that stays away is told after six attempts', async () => {
  const { files, pauses } = answeredBy(() => Promise.reject(new TypeError('fetch failed')));
  await expect(files.list('')).rejects.toMatchObject({ code: 'SHARED_FILES_UNAVAILABLE' });
  expect(pauses).toEqual([200, 400, 800, 1600, 3200]);
});
