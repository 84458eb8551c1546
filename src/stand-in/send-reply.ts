import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Counter } from './counts.ts';
import type { Fault } from './faults.ts';
import { pause } from './pause.ts';

const GARBAGE = '<html><body><h1>It works!</h1></body>';
const JSON_TYPE = 'application/json; charset=utf-8';
const EVENT_TYPE = 'text/event-stream; charset=utf-8';

/** A reply that is ready to be sent. */
export interface ReadyReply {
  readonly fault: Fault | null;
  /** Milliseconds before it. */
  readonly delay: number;
  /** The reply as a whole. */
  body(): object;
  /** The reply as the events of a stream; null if none was asked for. */
  readonly events: (() => Iterable<string>) | null;
}

/** Sends what becomes of a request, faults of the connection included. */
export async function sendReply(
  { fault, delay, body, events }: ReadyReply,
  reply: FastifyReply,
  { counter, hang, closing }: { counter: Counter; hang: number; closing: AbortSignal },
): Promise<void> {
  if (fault === 'timeout') {
    reply.hijack();
    const gone = new AbortController();
    const stop = () => gone.abort();
    reply.raw.once('close', stop);
    closing.addEventListener('abort', stop, { once: true });
    await pause(hang, gone.signal);
    closing.removeEventListener('abort', stop);
    reply.raw.destroy();
    return;
  }
  // The commonest reply, without another turn of the event loop.
  if (delay > 0) await pause(delay, closing);
  counter.counts.replies++;
  if (fault === 'garbage') {
    reply.type(events === null ? JSON_TYPE : EVENT_TYPE);
    reply.send(events !== null ? `data: ${GARBAGE}\n\n` : GARBAGE);
    return;
  }
  if (events !== null) {
    counter.counts.streams++;
    sendEvents([...events()], fault === 'cut', reply);
  } else {
    const text = JSON.stringify(body());
    if (fault === 'cut') sendHalf(text, reply);
    else reply.type(JSON_TYPE).send(text);
  }
}

function sendEvents(events: readonly string[], isCut: boolean, reply: FastifyReply): void {
  const raw = open(reply, { 'content-type': EVENT_TYPE, 'cache-control': 'no-cache' });
  const sent = isCut ? events.slice(0, Math.ceil(events.length / 2)) : events;
  for (const event of sent) raw.write(event);
  if (isCut) breakOff(raw);
  else raw.end();
}

function sendHalf(body: string, reply: FastifyReply): void {
  const bytes = Buffer.from(body);
  const raw = open(reply, { 'content-type': JSON_TYPE, 'content-length': String(bytes.length) });
  raw.write(bytes.subarray(0, bytes.length >> 1));
  breakOff(raw);
}

/** From here on the response is written by hand. */
function open(reply: FastifyReply, headers: Record<string, string>): ServerResponse {
  reply.hijack();
  // Headers of the hooks, such as the one that tells that this is a stand-in.
  reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers });
  return reply.raw;
}

/** Breaks the connection once what was written has left. */
function breakOff(raw: ServerResponse): void {
  raw.write('', () => raw.destroy());
}
