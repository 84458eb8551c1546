import type { PgBoss } from 'pg-boss';
import { storeFailure } from '../store/access/store-failure.ts';
import { shownAddress } from '../store/location.ts';
import { throughCuts } from '../store/postgres/cuts.ts';
import { PATIENCE } from '../store/store-options.ts';

/** Seconds without a sign of life after which a message counts as lost and is handed out again. */
export const HEARTBEAT = 15;
/** Tries of a message; after the last one it is set aside with its error. */
export const TRIES = 4;
/** Tries of a message that do not count, at most: a task may be what makes each of its workers stand still. */
export const FORGIVEN = 3;
/** How often lost messages are looked for, in seconds. */
const SUPERVISED = 5;
/** Longest work on one message, in seconds; below the limit of pg-boss, a day. */
const LONGEST = 23 * 3600;
/** Connections at most. */
const CONNECTIONS = 4;
/** How long to wait for one, in ms. */
const CONNECTING = 20_000;
/** The states of messages that wait or are worked on. */
const UNENDED: ReadonlySet<string> = new Set(['created', 'retry', 'active']);
/** Messages that are set aside. */
const SET_ASIDE = 'set-aside';
/** Pause before the second try, and the longest pause, in seconds: each is about twice as long as the one before. */
const PAUSE = 1;
const LONGEST_PAUSE = 60;

/** A message to send. */
export interface OutgoingMessage {
  /** A UUID: a message that is sent again with it counts once. */
  readonly id: string;
  readonly data: Readonly<Record<string, string>>;
  /** Higher ones are taken first. */
  readonly priority: number;
}

/** A message as it is taken: its taker holds it as long as it says so. */
export interface Message {
  readonly id: string;
  readonly queue: string;
  readonly data: Readonly<Record<string, string>>;
  /** From 0. */
  readonly retryCount: number;
}

/** A message that failed at each of its tries. */
export interface SetAside {
  readonly id: string;
  /** The id that it failed with. */
  readonly of: string | null;
  /** The queue that it failed in. */
  readonly queue: string;
  readonly data: Readonly<Record<string, string>>;
  readonly tries: number;
  readonly error: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Messages of a queue, as of the last seconds. */
export interface QueueCounts {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
}

/** Queues of messages in PostgreSQL. @throws STORE_UNAVAILABLE by all of its functions */
export interface Queue {
  /** The database, without a password. */
  readonly location: string;
  send(queue: string, messages: readonly OutgoingMessage[]): Promise<void>;
  /** The first messages that wait, by priority and age. */
  take(queue: string, count: number): Promise<Message[]>;
  /** Says that these are worked on. @returns those that are not held any more: another one has them or will */
  hold(messages: readonly Message[]): Promise<Message[]>;
  /** Removes a message whose work is done. */
  done(message: Message): Promise<void>;
  /** Notes that a try failed: it is handed out again after a pause, or set aside after the last try. */
  failed(message: Message, error: string): Promise<void>;
  /** Notes that a try ended because the database heard nothing of its worker: it is handed out again, and the first FORGIVEN do not count. */
  forgiven(message: Message, error: string): Promise<void>;
  /** Removes messages, whoever has them. */
  remove(queue: string, ids: readonly string[]): Promise<void>;
  /** Removes messages that nobody works on. @returns their ids */
  withdraw(queue: string, ids: readonly string[]): Promise<string[]>;
  /** Removes messages that have these fields and that nobody works on. */
  withdrawAll(queue: string, data: Readonly<Record<string, string>>): Promise<void>;
  /** Those of some messages that neither wait nor are worked on. */
  missing(queue: string, ids: readonly string[]): Promise<string[]>;
  /** All messages that are set aside, oldest first; with `data` only those that have these fields. */
  setAside(data?: Readonly<Record<string, string>>): Promise<SetAside[]>;
  /** Hands a message that was set aside out again. @returns whether it was there */
  retry(id: string): Promise<boolean>;
  /** Removes a message that was set aside. @returns whether it was there */
  discard(id: string): Promise<boolean>;
  counts(): Promise<QueueCounts[]>;
  close(): Promise<void>;
}

/**
 * Opens queues in the PostgreSQL database at `address`, in a schema of their own, which is made where it is missing.
 * @param names of the queues; made where they are missing
 * @param patience how long to wait for a lost connection, in ms
 * @throws STORE_UNAVAILABLE
 */
export async function openQueue(
  address: string,
  names: readonly string[],
  patience = PATIENCE,
): Promise<Queue> {
  const location = shownAddress(address);
  // Only commands that use a queue load its engine.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: address,
    application_name: 'thetarank queue',
    max: CONNECTIONS,
    connectionTimeoutMillis: Math.min(patience, CONNECTING),
    schedule: false,
    superviseIntervalSeconds: SUPERVISED,
    monitorIntervalSeconds: SUPERVISED,
    queueCacheIntervalSeconds: SUPERVISED,
  });
  // What its timers meet, such as a lost connection, is met by the calls below too, and tried again.
  boss.on('error', () => {});
  const patiently = <T>(use: () => Promise<T>): Promise<T> =>
    throughCuts(patience, use).catch((error: unknown) => storeFailure(location, error));
  try {
    await patiently(() => startQueues(boss, names));
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return { location, ...queueOf(boss, patiently) };
}

async function startQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  await boss.start();
  await boss.createQueue(SET_ASIDE, { retryLimit: 0, retentionSeconds: 90 * 24 * 3600 });
  for (const name of names)
    await boss.createQueue(name, {
      deadLetter: SET_ASIDE,
      retryLimit: TRIES - 1,
      retryDelay: PAUSE,
      retryBackoff: true,
      retryDelayMax: LONGEST_PAUSE,
      heartbeatSeconds: HEARTBEAT,
      expireInSeconds: LONGEST,
      deleteAfterSeconds: 3600,
    });
}

function queueOf(
  boss: PgBoss,
  patiently: <T>(use: () => Promise<T>) => Promise<T>,
): Omit<Queue, 'location'> {
  const isThere = async (id: string) => (await boss.findJobs(SET_ASIDE, { id })).length > 0;
  return {
    send: (queue, messages) =>
      patiently(async () => {
        await boss.insert(queue, [...messages]);
      }),
    take: (queue, count) =>
      patiently(async () => {
        const jobs = await boss.fetch<Record<string, string>>(queue, { batchSize: count });
        return jobs.map(({ id, data, retryCount }) => ({ id, queue, data, retryCount }));
      }),
    hold: (messages) =>
      patiently(async () => {
        const lost: Message[] = [];
        for (const [queue, own] of Map.groupBy(messages, (message) => message.queue)) {
          const { settled } = (await boss.touch(queue, own.map(attemptOf))) as Settled;
          const held = new Set(settled);
          lost.push(...own.filter(({ id }) => !held.has(id)));
        }
        return lost;
      }),
    done: (message) =>
      patiently(async () => {
        // Not kept as completed: what is done is in the results.
        await boss.deleteJob(message.queue, attemptOf(message));
      }),
    failed: (message, error) =>
      patiently(async () => {
        await boss.fail(message.queue, attemptOf(message), { message: error });
      }),
    forgiven: (message, error) =>
      patiently(async () => {
        const { queue, id, retryCount } = message;
        // It may be lost already, so that it waits, or is worked on again.
        await boss.getDb().executeSql(ONE_TRY_MORE, [queue, id, retryCount]);
        await boss.fail(queue, attemptOf(message), { message: error });
      }),
    remove: (queue, ids) =>
      patiently(async () => {
        if (ids.length > 0) await boss.deleteJob(queue, [...ids]);
      }),
    withdraw: (queue, ids) =>
      patiently(async () => {
        const found = await Promise.all(
          ids.map((id) => boss.findJobs(queue, { id, queued: true })),
        );
        const waiting = found.flat().map(({ id }) => id);
        if (waiting.length > 0) await boss.deleteJob(queue, waiting);
        return waiting;
      }),
    withdrawAll: (queue, data) =>
      patiently(async () => {
        const waiting = await boss.findJobs(queue, { data, queued: true });
        const ids = waiting.map(({ id }) => id);
        if (ids.length > 0) await boss.deleteJob(queue, ids);
      }),
    missing: (queue, ids) =>
      patiently(async () => {
        const found = await Promise.all(ids.map((id) => boss.findJobs(queue, { id })));
        const there = new Set(
          found
            .flat()
            .filter(({ state }) => UNENDED.has(state))
            .map(({ id }) => id),
        );
        return ids.filter((id) => !there.has(id));
      }),
    setAside: (data) =>
      patiently(async () => {
        const jobs = await boss.findJobs<Record<string, string>>(SET_ASIDE, {
          ...(data && { data }),
          queued: true,
        });
        return jobs
          .map((job) => ({
            id: job.id,
            of: job.sourceId ?? null,
            queue: job.sourceName ?? '',
            data: job.data,
            tries: (job.sourceRetryCount ?? 0) + 1,
            error: errorText(job.sourceOutput),
            at: job.createdOn.toISOString(),
          }))
          .sort((a, b) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1));
      }),
    retry: (id) =>
      patiently(async () => (await boss.redrive(SET_ASIDE, { ids: [id], limit: 1 })) > 0),
    discard: (id) =>
      patiently(async () => {
        const was = await isThere(id);
        if (was) await boss.deleteJob(SET_ASIDE, id);
        return was;
      }),
    counts: () =>
      patiently(async () => {
        await boss.supervise();
        const queues = await boss.getQueues();
        return queues
          .filter(({ name }) => name !== SET_ASIDE && !name.startsWith('__'))
          .map(({ name, queuedCount, activeCount }) => ({
            queue: name,
            waiting: queuedCount,
            active: activeCount,
          }))
          .sort((a, b) => (a.queue < b.queue ? -1 : 1));
      }),
    close: () => boss.stop({ graceful: false }).catch(() => {}),
  };
}

/** pg-boss has no call for it. */
const ONE_TRY_MORE = `update pgboss.job set retry_limit = retry_limit + 1
  where name = $1 and id = $2 and retry_count >= $3 and retry_limit < ${TRIES - 1 + FORGIVEN}
    and state in ('created', 'retry', 'active')`;

/** The reply of pg-boss to changes of messages, which its types leave out. */
interface Settled {
  readonly settled?: readonly string[];
}

/** Limits a change to the try that was taken: another worker may have the message by now. */
function attemptOf({ id, retryCount }: Message) {
  return { id, retryCount };
}

function errorText(output: object | null): string {
  const { message, value } = (output ?? {}) as {
    message?: unknown;
    value?: { message?: unknown };
  };
  const text = message ?? value?.message;
  if (text === 'job heartbeat timeout')
    return 'the worker that did it ended or lost its connection';
  return typeof text === 'string' ? text : 'unknown error';
}
