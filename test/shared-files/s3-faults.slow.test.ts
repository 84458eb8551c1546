import { describe, expect, test } from 'vitest';
import type { SharedFiles } from '../../src/shared-files/shared-files.ts';
import { bytesOf, read } from './contract.ts';
import { PART, s3Case } from './s3-case.ts';

const s3 = s3Case();
const { open, through } = s3;

test('a store that replies 503 three times is waited for in each step', async () => {
  const { files, pauses } = through();
  const content = Buffer.alloc(PART + 1, 'abcdefg');
  const waits = async <T>(step: () => Promise<T>): Promise<T> => {
    pauses.length = 0;
    await s3.store.fail(503, 500, 503);
    const result = await step();
    expect(pauses).toEqual([200, 400, 800]);
    return result;
  };
  await waits(() => files.put('busy', bytesOf('small')));
  await waits(() => files.put('busy', bytesOf(content)));
  expect(await waits(() => files.list('busy'))).toMatchObject([{ bytes: content.length }]);
  expect((await waits(() => read(files, 'busy'))) === String(content)).toBe(true);
  await waits(() => files.remove('busy'));
  // Also in the middle: after the first request of an upload in parts, and after its first part.
  for (const before of [1, 2]) {
    let requests = 0;
    const interrupted = through(async (request) => {
      if (requests++ === before) await s3.store.fail(503, 503, 503);
      return fetch(request);
    });
    await interrupted.files.put('busy', bytesOf(content));
    expect(interrupted.pauses).toEqual([200, 400, 800]);
    expect((await read(files, 'busy')) === String(content)).toBe(true);
  }
});

test('an upload whose last reply is lost is there; one that is gone before is told', async () => {
  const content = Buffer.alloc(PART + 1, 'abcdefg');
  const losing = (before: boolean) => {
    let isLost = false;
    return through(async (request) => {
      const isLast = request.method === 'POST' && request.url.includes('uploadId=');
      if (!isLast || isLost) return fetch(request);
      isLost = true;
      // Gone already, as by a rule of the bucket.
      if (before) s3.removeUploads();
      else await fetch(request);
      throw new TypeError('fetch failed');
    });
  };
  const { files, pauses } = losing(false);
  expect(await files.put('last', bytesOf(content))).toBe(content.length);
  expect(pauses).toEqual([200]);
  expect((await read(files, 'last')) === String(content)).toBe(true);
  const other = Buffer.alloc(PART + 1, 'hijklmn');
  for (const name of ['last', 'missing'])
    await expect(losing(true).files.put(name, bytesOf(other))).rejects.toMatchObject({
      code: 'SHARED_FILES_UNAVAILABLE',
      message: expect.stringContaining('NoSuchUpload'),
    });
  expect((await read(files, 'last')) === String(content)).toBe(true);
});

test('a failure that S3 tells after a reply of 200 is told', async () => {
  const { files } = through((request) =>
    request.method === 'POST' && request.url.includes('uploadId=')
      ? Promise.resolve(new Response('<Error><Code>InternalError</Code></Error>'))
      : fetch(request),
  );
  await expect(files.put('late', bytesOf(Buffer.alloc(PART)))).rejects.toThrow('InternalError');
  expect(await files.list('late')).toEqual([]);
  expect(s3.openUploads()).toEqual([]);
});

test('a download that is cut goes on where it stopped; if the file was replaced meanwhile, that is told', async () => {
  const text = 'abcdefghij'.repeat(50_000);
  await open().put('long', bytesOf(text));
  const ranges: (string | null)[] = [];
  const { files, pauses } = through((request) => {
    ranges.push(request.headers.get('range'));
    return fetch(request);
  });
  await s3.store.fail({ cutAfter: 1000 }, { cutAfter: 500 }, 503, { cutAfter: 0 });
  expect((await read(files, 'long')) === text).toBe(true);
  const [first, second] = ['bytes=1000-', 'bytes=1500-'];
  expect(ranges).toEqual([null, first, second, second, second]);
  expect(pauses).toEqual([200, 400, 200, 800]);

  await s3.store.fail({ cutAfter: 1000 });
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

describe('a refusal', () => {
  const told = (files: SharedFiles) =>
    files.put('a', bytesOf('x')).then(
      () => expect.fail('accepted'),
      ({ code, message }) => {
        expect(code).toBe('SHARED_FILES_UNAVAILABLE');
        for (const hidden of [...Object.values(s3.store.keys), 'wrong-secret', 'other-key'])
          expect(message).not.toContain(hidden);
        return message;
      },
    );
  const wrong = { AWS_ACCESS_KEY_ID: 'other-key', AWS_SECRET_ACCESS_KEY: 'wrong-secret' };

  test('of a wrong secret says that it does not belong to the key', async () => {
    const env = { ...s3.store.keys, AWS_SECRET_ACCESS_KEY: wrong.AWS_SECRET_ACCESS_KEY };
    expect(await told(open(env))).toMatch(
      /s3:\/\/thetarank\/a\/b\/ .*403 SignatureDoesNotMatch\. .*AWS_SECRET_ACCESS_KEY/,
    );
  });

  test('of an unknown key names the variable', async () => {
    expect(await told(open(wrong))).toMatch(/403 InvalidAccessKeyId\. .*AWS_ACCESS_KEY_ID/);
  });

  test('of another region names the setting', async () => {
    expect(await told(open(s3.store.keys, { region: 'eu-1' }))).toMatch(
      /400 AuthorizationHeaderMalformed\. Check region/,
    );
  });

  test('of a wrong time names the clock', async () => {
    const { files } = through((request) => {
      request.headers.set('x-amz-date', '20200101T000000Z');
      return fetch(request);
    });
    expect(await told(files)).toMatch(/403 RequestTimeTooSkewed\. .*clock/);
  });

  test('of a missing bucket says so; other refusals name what may be wrong', async () => {
    await expect(open(s3.store.keys, { bucket: 'missing' }).get('a')).rejects.toThrow(
      /404 NoSuchBucket\. .*bucket/,
    );
    await s3.store.fail(403);
    expect(await told(open())).toMatch(/403 SlowDown\. .*region and pathStyle/);
  });

  test('is not asked for without keys', () => {
    for (const env of [
      {},
      { AWS_ACCESS_KEY_ID: 'x' },
      { ...s3.store.keys, AWS_SECRET_ACCESS_KEY: '' },
    ])
      expect(() => open(env as Record<string, string>)).toThrow(
        expect.objectContaining({ code: 'SHARED_FILES_KEY_MISSING' }),
      );
  });
});
