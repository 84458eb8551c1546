import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Access } from '../access/access.ts';
import { storeFailure } from '../access/store-failure.ts';
import type { Notices } from '../instances/notices.ts';
import { type Line, openLine } from './line.ts';

/** The channel of PostgreSQL that all texts go through. */
const CHANNEL = 'thetarank';
/** In ms: what is published meanwhile is sent together. */
const SOON = 20;
/** In ms: after a failure. */
const LATER = 2_000;
/** PostgreSQL takes payloads below 8,000 bytes. */
const MOST_BYTES = 7_900;
/** Texts that wait at most while the database does not answer. If there are more, the others are told of a gap instead. */
const MOST_WAITING = 10_000;

/** A payload: who sends it, the channel, and texts; no channel: texts were lost. */
type Payload = readonly [sender: string, channel: string | null, ...texts: string[]];

interface Listener {
  readonly channel: string;
  readonly onText: (text: string) => void;
  readonly onGap: () => void;
}

/**
 * Notices by NOTIFY and LISTEN. @see https://www.postgresql.org/docs/current/sql-notify.html
 * @param patience how long `listen` waits for a connection, in ms
 */
export function postgresNotices(
  access: Access,
  address: string,
  patience: number,
): Notices & { close(): Promise<void> } {
  const sender = randomUUID();
  const listeners = new Set<Listener>();
  let line: Line | null = null;
  let waiting: { readonly channel: string; readonly text: string }[] = [];
  let hasLost = false;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;
  let isClosed = false;

  const gap = () => {
    for (const { onGap } of listeners) onGap();
  };
  const arrived = (text: string) => {
    const [from, channel, ...texts] = JSON.parse(text) as Payload;
    if (from === sender) return;
    if (channel === null) return gap();
    for (const listener of listeners)
      if (listener.channel === channel) for (const one of texts) listener.onText(one);
  };
  const payloads = (): string[] => {
    const all = hasLost ? [JSON.stringify([sender, null] satisfies Payload)] : [];
    for (const [channel, own] of Map.groupBy(waiting, (one) => one.channel))
      for (const texts of parts(own.map(({ text }) => text)))
        all.push(JSON.stringify([sender, channel, ...texts] satisfies Payload));
    return all;
  };
  const send = async () => {
    const all = payloads();
    waiting = [];
    hasLost = false;
    try {
      await access.read((db) =>
        sql`select pg_notify(${CHANNEL}, payload) from unnest(${all}::text[]) as payload`.execute(
          db,
        ),
      );
    } catch {
      hasLost = true;
    }
  };
  const plan = (ms: number) => {
    if (timer !== null || sending !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      sending = send().finally(() => {
        sending = null;
        if (hasLost) plan(LATER);
        else if (waiting.length > 0) plan(SOON);
      });
    }, ms);
    timer.unref();
  };

  return {
    publish(channel, text) {
      if (sizeOf(text) > MOST_BYTES / 2)
        throw new Error(`a notice of ${text.length} characters is too long`);
      if (waiting.length >= MOST_WAITING) {
        waiting = [];
        hasLost = true;
      }
      waiting.push({ channel, text });
      plan(SOON);
    },
    async listen(channel, onText, onGap) {
      const listener = { channel, onText, onGap };
      listeners.add(listener);
      line ??= openLine(address, {
        name: 'notices',
        listen: `listen ${CHANNEL}`,
        onNotification: arrived,
        onAgain: gap,
      });
      const late = Promise.withResolvers<never>();
      const error = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
      const timeout = setTimeout(() => late.reject(error), patience);
      try {
        await Promise.race([line.ready, late.promise]);
      } catch (failure) {
        listeners.delete(listener);
        storeFailure(access.location, failure);
      } finally {
        clearTimeout(timeout);
      }
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await sending;
      if (waiting.length > 0) await send();
      await line?.close();
    },
  };
}

const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** Texts in as few payloads as hold them, in their order. */
function* parts(texts: readonly string[]): Generator<string[]> {
  // With the sender, the channel and their marks.
  const rest = MOST_BYTES - 200;
  let [part, bytes]: [string[], number] = [[], 0];
  for (const text of texts) {
    const own = sizeOf(text) + 1;
    if (bytes + own > rest && part.length > 0) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(text);
    bytes += own;
  }
  if (part.length > 0) yield part;
}
