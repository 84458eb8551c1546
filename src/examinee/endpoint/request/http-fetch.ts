import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzipSync,
} from 'node:zlib';
import { currentSpan, traceHeaders } from '../../../tracing/span.ts';
import { causes } from './causes.ts';
import { isMetadataHost } from './metadata-host.ts';

/** The most bytes of one response. */
export const LARGEST_RESPONSE = 16 * 2 ** 20;

/** Connections that are kept while nothing is asked: as many as there may be requests in flight. */
const MOST_KEPT = 4096;

/** What went wrong with the body of a response: larger than allowed, ended in the middle, or compressed otherwise than it says. */
export class BodyError extends Error {
  readonly what: 'too-large' | 'cut' | 'garbled';

  constructor(what: BodyError['what'], options?: ErrorOptions) {
    super(what, options);
    this.what = what;
  }

  /** What happened to the body, if that is what `error` is about. */
  static of(error: unknown): BodyError['what'] | null {
    return causes(error).find((cause) => cause instanceof BodyError)?.what ?? null;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Fetch = (
  url: unknown,
  init?: { method?: string | undefined; body?: unknown; signal?: unknown },
) => Promise<Response>;

/**
 * `fetch` for one endpoint over node:http, which takes half the time of Node's own (bench/endpoint.ts), waits for the
 * head of a response as long as it is told to and not 300 seconds, and does less: it sends the given headers and no
 * others, follows no redirects, asks for no compression but unpacks it, and reads `limit` bytes at most. An event stream is passed on as it
 * comes, every other response when it is whole. Connections are kept; HTTP_PROXY, HTTPS_PROXY and NO_PROXY count,
 * but for this machine itself. Hosts that are named for it also get the header `traceparent` (docs/tracing.md).
 *
 * @throws BodyError, or what node:http throws
 */
export function httpFetch(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  env: Environment,
  limit = LARGEST_RESPONSE,
): Fetch {
  const { protocol, hostname, host } = new URL(baseUrl);
  const { request, Agent } = protocol === 'https:' ? https : http;
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: MOST_KEPT,
    ...(isHere(hostname) ? {} : { proxyEnv: { ...env } }),
  });
  return (url, init) =>
    new Promise((resolve, reject) => {
      const text = String(init?.body ?? '');
      const signal = init?.signal as AbortSignal;
      const length = String(Buffer.byteLength(text));
      const options = {
        method: init?.method ?? 'POST',
        headers: { ...headers, ...traceHeaders(host), 'content-length': length },
        agent,
        // Whoever writes such an address itself wants it.
        ...(isMetadataHost(hostname) ? {} : { lookup: lookupBesideMetadata }),
      };
      let received: http.IncomingMessage | null = null;
      const traced = currentSpan();
      const sent = request(String(url), options, (message) => {
        received = message;
        traced?.note({ 'http.response.status_code': message.statusCode ?? 0 });
        // An error that nobody hears is fatal, and one may come after the last piece was read.
        message.on('error', () => {});
        const type = message.headers['content-type'] ?? '';
        if (type.includes('text/event-stream'))
          resolve(responseOf(message, ReadableStream.from(pieces(message, limit)) as BodyInit));
        else whole(message, limit).then((body) => resolve(responseOf(message, body)), reject);
      });
      // Not node:http's own option: that breaks connections that are back among the kept ones, which is fatal as well.
      const onAbort = () => {
        if (received?.complete !== true) sent.destroy(new Error('aborted'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      sent.on('close', () => signal.removeEventListener('abort', onAbort));
      // A server with the whole request may be processing it, and charge for it.
      sent.on('error', (error) =>
        reject(sent.writableFinished ? new BodyError('cut', { cause: error }) : error),
      );
      sent.end(text);
    });
}

/** The code of an error for a host that resolves to a forbidden address. */
export const FORBIDDEN = 'ERR_FORBIDDEN_ADDRESS';

/**
 * Resolves names as Node does, but to no metadata address of a cloud: whoever answers for a name can change its address at any time.
 * Where a name has others too, these are asked.
 */
const lookupBesideMetadata: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, '');
    const good = found.filter(({ address }) => !isMetadataHost(address));
    if (good.length === 0)
      callback(Object.assign(new Error('a forbidden address'), { code: FORBIDDEN }), '');
    else if (options.all) callback(null, good);
    else callback(null, good[0].address, good[0].family);
  });

const isHere = (hostname: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Whether requests to a host may go through a proxy. */
export function isProxied(hostname: string, env: Environment): boolean {
  return !isHere(hostname) && ['HTTP_PROXY', 'http_proxy'].some((name) => env[name]);
}

function responseOf(message: http.IncomingMessage, body: BodyInit): Response {
  const headers = new Headers();
  for (const name of [
    'content-type',
    'retry-after',
    'retry-after-ms',
    'location',
    'x-request-id',
  ]) {
    const value = message.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const status = message.statusCode ?? 0;
  const hasBody = ![204, 205, 304].includes(status);
  // An invalid HTTP status is an error of the server: a Response accepts only 200 to 599.
  const isKnown = status >= 200 && status <= 599;
  return new Response(hasBody ? body : null, { status: isKnown ? status : 500, headers });
}

const UNPACKERS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** A body as it was before it was compressed: some proxies compress without being asked. */
function unpacked(message: http.IncomingMessage): Readable {
  const unpack = UNPACKERS[message.headers['content-encoding']?.trim().toLowerCase() ?? ''];
  // An error destroys the last stream, and whoever reads that sees it.
  return unpack === undefined ? message : pipeline(message, unpack(), () => {});
}

/** Unpacks gzip that no header names: some servers send a body as their cache keeps it. No JSON begins so. */
function gunzipped(body: Buffer, limit: number): Buffer {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  return isPacked ? gunzipSync(body, { maxOutputLength: limit }) : body;
}

async function* pieces(message: http.IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of unpacked(message) as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw new BodyError('too-large');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof BodyError ? error : faultOf(error);
  }
}

/** Codes of Node for data that cannot be unpacked; that of data which ends too early is another. */
const GARBLED = /^(?:Z_DATA_ERROR$|ZSTD_|ERR__ERROR_)/;

/** What an error of a body or of its unpacking means. */
function faultOf(error: unknown): BodyError {
  const { code } = error as NodeJS.ErrnoException;
  return new BodyError(code !== undefined && GARBLED.test(code) ? 'garbled' : 'cut');
}

function whole(message: http.IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const body = unpacked(message);
    body.on('error', (error) => reject(faultOf(error)));
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      chunks.push(chunk);
      if (bytes <= limit) return;
      reject(new BodyError('too-large'));
      // Both: a small message that has come whole may still have much to unpack.
      body.destroy();
      message.destroy();
    });
    body.on('end', () => {
      try {
        resolve(gunzipped(Buffer.concat(chunks), limit).toString());
      } catch (error) {
        const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
        reject(isLarge ? new BodyError('too-large') : faultOf(error));
      }
    });
    message.on('close', () => {
      if (!message.complete) reject(new BodyError('cut'));
    });
  });
}
