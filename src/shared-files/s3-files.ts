import { createHash } from 'node:crypto';
import { fail } from '../errors.ts';
import { byName, checkName } from './check-name.ts';
import { inParts } from './in-parts.ts';
import {
  ATTEMPTS,
  cutReason,
  PAUSE,
  type S3Call,
  type S3Means,
  type S3Place,
  s3Request,
  shownPlace,
  unavailable,
} from './s3-request.ts';
import { SEAL, seal, unseal } from './seal.ts';
import type { SharedFileEntry, SharedFileLimits, SharedFiles } from './shared-files.ts';

/** Bytes of a part of a large file: S3 takes 10,000 parts of at least 5 MiB. Five of them may be in memory. */
const PART = 8 * 2 ** 20;
/** Bytes of a file: 78 GiB. */
const MOST = 10_000 * PART - SEAL;

/**
 * Shared files in a store that speaks S3. A file up to one part is one request; a larger one is sent in parts, and appears when all of
 * them have arrived. Parts of a killed process stay until a rule of the bucket removes incomplete uploads.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export function s3Files(
  place: S3Place,
  { largest }: SharedFileLimits,
  means: S3Means,
): SharedFiles {
  const shown = shownPlace(place);
  const request = <T>(call: S3Call, receive: (response: Response) => T | Promise<T>) =>
    s3Request(place, means, call, receive);
  const text = (call: S3Call) => request(call, (response) => response.text());

  /** Whether the file of this name has so many bytes, `end` as the last ones: a seal is the hash of the content. */
  const isThere = (name: string, bytes: number, end: Uint8Array) =>
    request(
      {
        ...{ method: 'GET', name, accepted: [404, 416] },
        // One byte more, which a longer file would have.
        headers: { range: `bytes=${bytes - end.length}-${bytes}` },
      },
      async (response) => {
        const found = Buffer.from(await response.arrayBuffer());
        return response.status === 206 && found.equals(end);
      },
    );
  const putInParts = async (name: string, parts: AsyncIterator<Uint8Array>, first: Uint8Array) => {
    const begun = await text({ method: 'POST', name, query: { uploads: '' } });
    const uploadId =
      elementOf(begun, 'UploadId') ?? unavailable(place, 'no upload id in the reply');
    try {
      let [bytes, end] = [0, Buffer.alloc(0)];
      const sent: string[] = [];
      for (let part: Uint8Array | undefined = first; part !== undefined; ) {
        const partNumber = `${sent.length + 1}`;
        const etag = await request(
          { method: 'PUT', name, query: { partNumber, uploadId }, ...bodyOf(part) },
          async (response) => {
            await response.arrayBuffer();
            return response.headers.get('etag') ?? unavailable(place, 'no ETag in the reply');
          },
        );
        sent.push(
          `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
        );
        bytes += part.length;
        end = Buffer.concat([end, part.subarray(-SEAL)]).subarray(-SEAL);
        part = await next(parts);
      }
      const body = `<CompleteMultipartUpload>${sent.join('')}</CompleteMultipartUpload>`;
      const ended = await text({
        method: 'POST',
        name,
        query: { uploadId },
        accepted: [404],
        ...bodyOf(Buffer.from(body)),
      });
      // S3 begins the reply with 200 before it knows the result.
      const code = elementOf(ended, 'Code');
      // A request that is repeated because its reply was lost finds the upload gone, and the file there.
      const isDone =
        code === null || (code === 'NoSuchUpload' && (await isThere(name, bytes, end)));
      if (!isDone) unavailable(place, code);
      return bytes;
    } catch (error) {
      const abort: S3Call = { method: 'DELETE', name, query: { uploadId }, accepted: [404] };
      await text(abort).catch(() => {});
      throw error;
    }
  };

  return {
    place: shown,
    async put(name, content) {
      checkName(name);
      const parts = inParts(seal(name, content, Math.min(largest, MOST)), PART)[
        Symbol.asyncIterator
      ]();
      // A file has at least its seal.
      const first = (await next(parts)) as Uint8Array;
      if (first.length === PART) return (await putInParts(name, parts, first)) - SEAL;
      await text({ method: 'PUT', name, ...bodyOf(first) });
      return first.length - SEAL;
    },
    async get(name) {
      checkName(name);
      const response = await request({ method: 'GET', name, accepted: [404] }, (found) => found);
      if (response.status === 404) {
        const code = elementOf(await response.text(), 'Code');
        // Else the bucket is missing.
        if (code === null || code === 'NoSuchKey')
          fail('SHARED_FILE_MISSING', { name, place: shown });
        return unavailable(place, `404 ${code}`);
      }
      return unseal(name, shown, wholeBody(place, means, name, response));
    },
    async remove(name) {
      checkName(name);
      await text({ method: 'DELETE', name, accepted: [404] });
    },
    async list(prefix) {
      const all: SharedFileEntry[] = [];
      for (let token: string | null = ''; token !== null; ) {
        const query = {
          'list-type': '2',
          'encoding-type': 'url',
          prefix: `${place.prefix}${prefix}`,
          ...(token === '' ? {} : { 'continuation-token': token }),
        };
        const { page, now } = await request({ method: 'GET', query }, async (response) => ({
          page: await response.text(),
          now: Date.parse(response.headers.get('date') ?? ''),
        }));
        // Not every store knows the encoding.
        const isEncoded = elementOf(page, 'EncodingType') === 'url';
        const decode = (key: string) =>
          isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
        for (const [, entry] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = decode(elementOf(entry, 'Key') ?? '');
          const changed = Date.parse(elementOf(entry, 'LastModified') ?? '');
          const bytes = Number(elementOf(entry, 'Size')) - SEAL;
          if (!Number.isFinite(bytes) || Number.isNaN(changed + now))
            unavailable(place, 'the list of files has no size or time');
          const name = key.slice(place.prefix.length);
          all.push({
            name,
            bytes,
            age: Math.max(0, now - changed),
            changedAt: new Date(changed).toISOString(),
          });
        }
        token = elementOf(page, 'NextContinuationToken');
      }
      return all.sort(byName);
    },
  };
}

/** A body; the store checks its hash, which is signed. */
function bodyOf(body: Uint8Array): Pick<S3Call, 'body' | 'headers'> {
  const hash = createHash('sha256').update(body).digest('hex');
  return { body, headers: { 'x-amz-content-sha256': hash } };
}

async function next(parts: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const { value, done } = await parts.next();
  return done ? undefined : value;
}

/** The body of a response; a connection that is cut is made again for the rest of the same version. */
async function* wholeBody(
  place: S3Place,
  means: S3Means,
  name: string,
  response: Response,
): AsyncGenerator<Uint8Array> {
  const etag = response.headers.get('etag');
  let bytes = 0;
  for (let cuts = 0, { body } = response; body !== null; ) {
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (++cuts === ATTEMPTS || etag === null) unavailable(place, cutReason(error));
      await means.delay(PAUSE * 2 ** (cuts - 1));
    }
    const headers = { range: `bytes=${bytes}-`, 'if-match': etag as string };
    const rest = await s3Request(
      place,
      means,
      { method: 'GET', name, headers, accepted: [404, 412, 416] },
      (found) => found,
    );
    if (rest.status !== 206 || rest.headers.get('etag') !== etag)
      unavailable(
        place,
        `${name} was replaced or removed while it was read, and the connection was cut`,
      );
    body = rest.body;
  }
}

/** The text of the first element of this name; null if there is none. Replies of S3 have no attributes in such elements. */
function elementOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml);
  if (found === null) return null;
  return found[1].replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, named) => {
    if (named !== undefined) return ENTITIES[named] ?? all;
    return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16));
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};
