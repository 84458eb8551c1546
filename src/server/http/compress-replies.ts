import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Bytes from which compressing is worth its time: most replies are far smaller, leaderboards of many models far larger. */
const LEAST = 32_768;
/** Higher qualities take several times as long for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const CODINGS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;
type Coding = keyof typeof CODINGS;

/** Bytes that are sent again are compressed once. */
const compressed = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

function compress(bytes: Buffer, coding: Coding): Promise<Buffer> {
  const known = compressed.get(bytes) ?? new Map<Coding, Promise<Buffer>>();
  compressed.set(bytes, known);
  const made = known.get(coding) ?? CODINGS[coding](bytes);
  known.set(coding, made);
  return made;
}

/**
 * Compresses large replies for clients that take it, on another thread. Keys come in a header that other sites cannot send, so
 * the length of a reply tells them nothing.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, body: unknown) => {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body;
    // A body of few characters is not measured in bytes.
    if (body.length < LEAST || reply.hasHeader('content-encoding')) return body;
    const varies = reply.getHeader('vary');
    reply.header('vary', varies === undefined ? 'accept-encoding' : `${varies}, accept-encoding`);
    const coding = acceptedCoding(request.headers['accept-encoding']);
    if (coding === null) return body;
    // Other bytes must not have the same strong tag (RFC 9110, 8.8.3.3).
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
    reply.header('content-encoding', coding);
    // That of the whole body; the right one is set when it is sent.
    reply.removeHeader('content-length');
    return compress(typeof body === 'string' ? Buffer.from(body) : body, coding);
  });
}

/** The coding that makes replies smallest among those that a client takes; null for none. @see RFC 9110, 12.5.3 */
export function acceptedCoding(header: string | string[] | undefined): Coding | null {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const isAccepted = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return (['br', 'gzip'] as const).find(isAccepted) ?? null;
}
