import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How much of a body is read after the reply, and for how long. */
export interface UnreadLimits {
  readonly bytes: number;
  readonly seconds: number;
}

/** Replies after which the connection closes at once: the client sends too slowly, or the service ends. */
const CLOSING: ReadonlySet<number> = new Set([408, 503]);

/**
 * Reads on after a reply that was sent before the body had arrived, and drops what comes. Many clients read a reply only when
 * they have sent everything; a connection that is closed before takes the reply with it.
 */
export function dropUnreadBodies(app: FastifyInstance, limits: UnreadLimits): void {
  const dropping = new Set<IncomingMessage>();
  let isClosing = false;
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!isClosing && isUnread(request.raw) && !CLOSING.has(reply.statusCode)) {
      // With it, the connection would end with the reply.
      reply.removeHeader('connection');
      drop(request.raw, limits, dropping);
    }
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const body of dropping) body.destroy();
    done();
  });
}

function isUnread({ complete, headers }: IncomingMessage): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete;
}

function drop(body: IncomingMessage, limits: UnreadLimits, dropping: Set<IncomingMessage>): void {
  let left = limits.bytes;
  const end = () => body.destroy();
  const timer = setTimeout(end, limits.seconds * 1000);
  dropping.add(body);
  body.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) end();
  });
  const forget = () => {
    clearTimeout(timer);
    dropping.delete(body);
  };
  body.once('end', forget);
  body.once('close', forget);
  body.unpipe();
  body.resume();
}
