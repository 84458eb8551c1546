import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { eventQuery, type LiveEvent } from '../api/jobs.ts';
import { fail } from '../errors.ts';
import { type Caller, mayUseBank } from './caller.ts';
import type { ServiceEvent } from './events.ts';
import type { Parts } from './parts.ts';
import { type Route, route } from './route.ts';

/** Interval of keep-alive lines, in ms, because proxies close idle connections. */
const HEARTBEAT = 15_000;
/** The most bytes waiting for a reader; a slower reader is disconnected and can reconnect. */
const MOST_WAITING = 256 * 1024;
/** How long a reader has for what is left when its stream has ended, in ms. */
const UNREAD = 2000;
/** Streams at once of one key. */
const MOST_STREAMS = 100;

/** Changes as server-sent events. */
export function liveRoutes({ context, keys }: Parts): Route[] {
  const open = new Map<string, number>();

  return [
    route({
      method: 'GET',
      url: '/v1/events',
      tag: 'events',
      summary: 'Stream changes as server-sent events',
      description:
        'Each event names a session, job or leaderboard that has changed; request it again to see the change. Only what the key may see is sent: an examinee or an expert hears that the own session or panel has changed, and nothing else. Events are not repeated after a lost connection, so request again what you show. The key goes into the header, so browsers must use fetch instead of EventSource.',
      roles: ['administrator', 'runner', 'examinee', 'viewer', 'expert'],
      query: eventQuery,
      reply: null,
      types: ['text/event-stream'],
      handle({ caller, query, signal, reply }) {
        const streams = open.get(caller.id) ?? 0;
        if (streams >= MOST_STREAMS)
          fail('TOO_MANY_REQUESTS', {
            of: 'simultaneous event streams with one key',
            most: MOST_STREAMS,
            seconds: 60,
          });
        open.set(caller.id, streams + 1);
        const wanted = (event: ServiceEvent) => {
          const told = toldTo(caller, event);
          return told !== null && matches(query, told) ? told : null;
        };
        const stream = eventStream(wanted, caller, signal);
        stream.once('close', () => {
          const left = (open.get(caller.id) ?? 1) - 1;
          if (left === 0) open.delete(caller.id);
          else open.set(caller.id, left);
        });
        endUnread(reply.raw, signal);
        reply.header('x-accel-buffering', 'no');
        // No request follows a stream; a connection kept alive would delay the end of the service.
        reply.header('connection', 'close');
        return { type: 'text/event-stream; charset=utf-8', body: stream };
      },
    }),
  ];

  function eventStream(
    wanted: (event: ServiceEvent) => Told | null,
    caller: Caller,
    signal: AbortSignal,
  ): Readable {
    const stream = new Readable({ read() {}, highWaterMark: MOST_WAITING });
    // What is pushed after the end would be an error, which cuts what is left to read.
    let hasEnded = false;
    const send = (text: string) => {
      if (stream.destroyed || hasEnded) return;
      if (stream.readableLength + text.length > MOST_WAITING) stream.destroy();
      else stream.push(text);
    };
    // At once, so that the head of the reply goes out.
    send(': thetarank\n\n');
    const end = () => {
      if (stream.destroyed || hasEnded) return;
      hasEnded = true;
      stream.push(null);
    };
    // After a gap it ends: a client that connects again requests again what it shows.
    const stop = context.events.listen((event) => {
      const told = wanted(event);
      if (told !== null) send(`event: ${told.type}\ndata: ${JSON.stringify(told)}\n\n`);
    }, end);
    const unlisten = keys.onRevoked((id) => {
      if (id === caller.id) end();
    });
    const beat = setInterval(() => {
      keys.isGood(caller.id).then((isGood) => (isGood ? send(': still here\n\n') : end()), end);
    }, HEARTBEAT);
    const finish = () => {
      clearInterval(beat);
      stop();
      unlisten();
      signal.removeEventListener('abort', end);
    };
    signal.addEventListener('abort', end, { once: true });
    stream.once('end', finish).once('close', finish);
    if (signal.aborted) end();
    return stream;
  }
}

/**
 * Closes a connection whose reader does not read the rest after its stream has ended, because it would delay the end of the
 * service.
 */
function endUnread(reply: ServerResponse, signal: AbortSignal): void {
  const end = () => {
    const late = setTimeout(() => reply.destroy(), UNREAD);
    reply.once('close', () => clearTimeout(late));
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
}

type Told =
  | LiveEvent
  | { readonly type: 'session'; readonly session: string }
  | { readonly type: 'panel'; readonly panel: string };

/** What a key hears of an event; null for nothing. Examinees and experts hear that their own work has changed, and no more. */
function toldTo(caller: Caller, { expert, ...event }: ServiceEvent): Told | null {
  if (caller.role === 'examinee') {
    const isOwn = event.type === 'session' && event.session === caller.session;
    return isOwn ? { type: 'session', session: event.session } : null;
  }
  if (caller.role === 'expert') {
    const isOwn = event.type === 'panel' && event.panel === caller.panel?.id;
    const isOfOther = expert !== undefined && expert !== caller.name;
    return isOwn && !isOfOther ? { type: 'panel', panel: event.panel } : null;
  }
  return isVisible(caller, event) ? event : null;
}

/** Whether a key for banks may know of an event. */
function isVisible(caller: Caller, event: LiveEvent): boolean {
  if (caller.role === 'administrator') return true;
  if (event.type === 'job') {
    if (caller.role === 'viewer') return false;
    return event.bank === null ? caller.banks === null : mayUseBank(caller, event.bank);
  }
  if (event.bank === null) return caller.banks === null;
  return mayUseBank(caller, event.bank);
}

/** Whether an event matches all given filters. */
function matches({ session, job, bank }: z.output<typeof eventQuery>, event: Told): boolean {
  if (session !== undefined && !(event.type === 'session' && event.session === session))
    return false;
  if (job !== undefined && !(event.type === 'job' && event.job === job)) return false;
  return bank === undefined || ('bank' in event && event.bank === bank);
}
