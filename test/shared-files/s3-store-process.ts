/**
 * A store that speaks S3 on a free port, for `startS3Store`: node s3-store-process.ts FOLDER KEY SECRET. s3rver keeps the files. It
 * neither checks signatures of version 4 nor knows which uploads in parts are gone, so a server before it does. Prints its port once it listens.
 */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request as requestOf,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Fault } from './s3-store.ts';
import { authorizationOf, signatureOf } from './signature-of.ts';

const [folder, key, secret] = process.argv.slice(2);
const S3rver = createRequire(import.meta.url)('s3rver');
const inner = new S3rver({
  ...{ directory: folder, silent: true, address: '127.0.0.1', port: 0 },
  configureBuckets: [{ name: 'thetarank' }],
});
const { port } = (await inner.run()) as AddressInfo;
let faults: Fault[] = [];

const outer = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (request.url === '/-/faults') {
    faults = JSON.parse(String(body));
    response.end();
    return;
  }
  const fault = faults.shift();
  if (typeof fault === 'number') return refuse(response, fault, 'SlowDown');
  const refusal = refusalOf(request, body);
  if (refusal !== null) return refuse(response, ...refusal);
  const uploadId = new URL(String(request.url), 'http://store').searchParams.get('uploadId');
  if (uploadId !== null) {
    const parts = join(folder, 'thetarank', '._S3rver_uploads', basename(uploadId));
    if (!existsSync(parts)) return refuse(response, 404, 'NoSuchUpload');
    if (request.method === 'DELETE') {
      // s3rver would remove the file of that name instead.
      rmSync(parts, { recursive: true });
      response.writeHead(204).end();
      return;
    }
  }
  // Checked above. s3rver would refuse all but its own key.
  const { authorization, ...headers } = request.headers;
  requestOf({ port, method: request.method, path: request.url, headers }, (kept) =>
    pass(kept, response, fault?.cutAfter ?? Number.POSITIVE_INFINITY),
  ).end(body);
});

/** As S3 checks a request. */
function refusalOf(request: IncomingMessage, body: Buffer): [number, string] | null {
  const { method, url, headers } = request;
  const authorization = authorizationOf(request);
  if (authorization === null) return [403, 'AccessDenied'];
  if (authorization.keyId !== key) return [403, 'InvalidAccessKeyId'];
  if (authorization.region !== 'us-east-1') return [400, 'AuthorizationHeaderMalformed'];
  const date = String(headers['x-amz-date']).replace(
    /^(....)(..)(..)T(..)(..)(..)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  );
  if (!(Math.abs(Date.now() - Date.parse(date)) < 900_000)) return [403, 'RequestTimeTooSkewed'];
  // All but Range may be changed on the way otherwise.
  const own = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!own.every((name) => authorization.signedHeaders.includes(name)))
    return [403, 'AccessDenied'];
  const expected = signatureOf(
    { method: String(method), target: String(url), headers },
    authorization,
    secret,
  );
  if (expected !== authorization.signature) return [403, 'SignatureDoesNotMatch'];
  const hash = headers['x-amz-content-sha256'];
  const isRight =
    hash === 'UNSIGNED-PAYLOAD' || hash === createHash('sha256').update(body).digest('hex');
  return isRight ? null : [400, 'XAmzContentSHA256Mismatch'];
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
}

/** Passes a reply on, up to so many bytes: then the connection is cut. */
async function pass(kept: IncomingMessage, response: ServerResponse, most: number): Promise<void> {
  response.writeHead(kept.statusCode as number, kept.headers);
  const closed = new Promise((resolve) => response.once('close', resolve));
  let bytes = 0;
  for await (const part of kept as AsyncIterable<Buffer>) {
    const allowed = part.subarray(0, most - bytes);
    bytes += part.length;
    await Promise.race([new Promise((done) => response.write(allowed, done)), closed]);
    if (bytes < most && !response.destroyed) continue;
    response.destroy();
    return;
  }
  response.end();
}

outer.listen(0, '127.0.0.1', () => console.log((outer.address() as AddressInfo).port));
