import { setTimeout as delay } from 'node:timers/promises';
import { Client, type QueryResult } from 'pg';
import { FIRST_WAIT, LONGEST_WAIT } from './cuts.ts';
import { CONNECTING } from './postgres-access.ts';

/** In ms: a connection that does not answer for so long is replaced. */
const ANSWERING = 4_000;
/** How often an idle connection is asked, in ms. */
const BEAT = 4_000;

/** A connection of its own, made again when it is cut, and asked now and then whether it still works. */
export interface Line {
  /** Resolves once it is connected for the first time. @throws what pg throws, when it is closed before that */
  readonly ready: Promise<void>;
  /** @throws what pg throws, and where it is not connected or does not answer within ANSWERING ms */
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>;
  close(): Promise<void>;
}

export interface LineOptions {
  /** For the server's list of connections. */
  readonly name: string;
  /** Run first on each connection. */
  readonly listen?: string;
  /** Called with the payload of each notification. */
  readonly onNotification?: (payload: string) => void;
  /** Called when it is connected again after a cut. */
  readonly onAgain?: () => void;
}

export function openLine(address: string, options: LineOptions): Line {
  const closed = new AbortController();
  const { signal } = closed;
  let current: Client | null = null;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});

  const query = async (text: string, values: readonly unknown[] = []): Promise<QueryResult> => {
    if (current === null) throw Object.assign(new Error('not connected'), { code: 'ECONNRESET' });
    return current.query(text, [...values]);
  };
  const connected = async (): Promise<Client> => {
    const client = new Client({
      connectionString: address,
      connectionTimeoutMillis: CONNECTING,
      query_timeout: ANSWERING,
      keepAlive: true,
      application_name: `thetarank ${options.name}`,
    });
    // Without a listener a lost connection would end the process.
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => options.onNotification?.(payload));
    try {
      await client.connect();
      if (options.listen !== undefined) await client.query(options.listen);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  };
  /** Until the connection is cut, or does not answer. */
  const use = async (client: Client): Promise<void> => {
    const cut = new AbortController();
    client.once('end', () => cut.abort());
    const either = AbortSignal.any([cut.signal, signal]);
    while (!either.aborted) {
      await delay(BEAT, undefined, { ref: false, signal: either }).catch(() => {});
      if (!either.aborted) await client.query('select 1').catch(() => cut.abort());
    }
  };
  const work = async (): Promise<void> => {
    let wait = FIRST_WAIT;
    for (let made = 0; !signal.aborted; ) {
      const client = await connected().catch(() => null);
      if (client === null) {
        await delay(wait, undefined, { ref: false, signal }).catch(() => {});
        wait = Math.min(2 * wait, LONGEST_WAIT);
        continue;
      }
      wait = FIRST_WAIT;
      current = client;
      ready.resolve();
      if (made++ > 0) options.onAgain?.();
      await use(client);
      current = null;
      // One that hangs would wait for the server to say goodbye.
      await Promise.race([
        client.end().catch(() => {}),
        delay(ANSWERING, undefined, { ref: false }),
      ]);
    }
    ready.reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  };
  const working = work();
  return {
    ready: ready.promise,
    query,
    async close() {
      closed.abort();
      await working;
    },
  };
}
