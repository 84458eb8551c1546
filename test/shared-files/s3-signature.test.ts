import { readFileSync } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import { describe, expect, test } from 'vitest';
import { filesPlace } from '../../src/shared-files/files-place.ts';
import { type S3Call, type S3Place, s3Request } from '../../src/shared-files/s3-request.ts';
import { authorizationOf, signatureOf } from './signature-of.ts';

interface Signed extends Pick<S3Call, 'method' | 'name' | 'query' | 'headers'> {
  /** The hash of the body, or UNSIGNED-PAYLOAD. */
  readonly payload: string;
  readonly token?: string;
  readonly signature: string;
}
const file = new URL('../golden/shared-files/signatures.json', import.meta.url);
const { key, secret, at, bucket, published, own } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly [fact in 'key' | 'secret' | 'at' | 'bucket']: string;
} & Record<'published' | 'own', Signed[]>;
const settings = { endpoint: 'https://s3.amazonaws.com' };
const place = filesPlace(`s3://${bucket}`, settings, 'files') as S3Place & { kind: 's3' };

/** The request that is sent, signed at the time of the recorded ones. */
async function sent({ payload, token, method, name, query, headers }: Signed): Promise<Request> {
  const signer = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    ...(token === undefined ? {} : { sessionToken: token }),
    service: 's3',
    region: 'us-east-1',
  });
  let request: Request | undefined;
  const means = {
    // Of AWS's examples one signs the header Range, which need not be signed.
    client: {
      sign: (url: string | Request | URL, init?: RequestInit) =>
        signer.sign(url, { ...init, aws: { datetime: at, allHeaders: true } }),
    },
    fetch: async (given: Request) => {
      request = given;
      return new Response('');
    },
    delay: async () => expect.fail('no second attempt'),
  };
  const call: S3Call = {
    method,
    ...(name === undefined ? {} : { name }),
    ...(query === undefined ? {} : { query }),
    headers: { ...headers, 'x-amz-content-sha256': payload },
  };
  await s3Request(place, means, call, () => {});
  return request as Request;
}

function received({ method, url, headers }: Request) {
  const { host, pathname, search } = new URL(url);
  return {
    method,
    target: `${pathname}${search}`,
    headers: { ...Object.fromEntries(headers), host },
  };
}

describe.each([
  ["AWS's published examples", published],
  ['botocore', own],
])('signatures equal those of %s', (_, cases) => {
  test.each(cases)('$method $name $query', async (one) => {
    const request = received(await sent(one));
    const authorization = authorizationOf(request);
    expect(authorization).toMatchObject({ keyId: key, region: 'us-east-1' });
    expect(authorization?.signature).toBe(one.signature);
    // The check of the store that other tests use.
    expect(signatureOf(request, authorization!, secret)).toBe(one.signature);
    expect(signatureOf(request, authorization!, `${secret} `)).not.toBe(one.signature);
  });
});
