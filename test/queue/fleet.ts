import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { openQueue, type Queue } from '../../src/queue/queue.ts';
import { queueWorkers } from '../../src/queue/queue-workers.ts';
import type { WorkTable } from '../../src/queue/registered-work.ts';
import { serveQueue } from '../../src/queue/serve-queue.ts';
import { taskHandler } from '../../src/queue/task-handler.ts';
import { taskQueue } from '../../src/queue/work-names.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { WorkerState } from '../../src/store/work/worker-store.ts';
import { clock } from '../store/store-case.ts';

export const VERSION = '9.9.9';
export const QUEUE = taskQueue(VERSION);

/** A connection of a program to the queue of a database. */
export interface Member {
  readonly store: Store;
  readonly queue: Queue;
  close(): Promise<void>;
}

export async function member(address: string): Promise<Member> {
  const store = await openStore(address, { clock });
  const queue = await openQueue(address, [QUEUE]);
  const close = async () => {
    await queue.close();
    await store.close();
  };
  return { store, queue, close };
}

/** Workers elsewhere, as a command has them. */
export const remote = ({ store, queue }: Member) =>
  queueWorkers({ work: store.work!, workers: store.workers!, queue, version: VERSION });

/** A worker within this process. */
export function worker({ store, queue }: Member, works: WorkTable, threads = 1) {
  const drain = new AbortController();
  const abort = new AbortController();
  const outages: (string | null)[] = [];
  const errors: string[] = [];
  const facts = { id: randomUUID(), host: 'here', pid: 1, version: VERSION };
  const ended: Promise<WorkerState> = serveQueue({
    queue,
    workers: store.workers!,
    handlers: [taskHandler(store.work!, works, VERSION, threads)],
    facts: { ...facts, threads, queues: ['tasks'] },
    watch: {
      handled: (_, error) => error !== null && errors.push(error),
      outage: (reason) => outages.push(reason),
    },
    drain: drain.signal,
    abort: abort.signal,
  });
  const end = () => {
    drain.abort();
    return ended;
  };
  return { ...facts, drain, abort, ended, end, outages, errors };
}

/** Runs one statement. */
export async function runSql(address: string, text: string): Promise<number> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query(text)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Lets messages that are worked on count as lost, as if nobody had said anything for a minute. */
export const loseAll = (address: string) =>
  runSql(
    address,
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  );

/** Ends the pauses before further tries. */
export const hurry = (address: string) =>
  runSql(address, `update pgboss.job set start_after = now() where state = 'retry'`);

/** The way to a database that can be closed and opened again: what is open is cut, and nothing new comes through. */
export async function door(address: string) {
  const target = new URL(address);
  const open = new Set<Socket>();
  let isClosed = false;
  const listener = createServer((client) => {
    if (isClosed) return client.destroy();
    const database = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ]) {
      open.add(one);
      one.pipe(other);
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
    }
    return client;
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const through = new URL(address);
  through.hostname = '127.0.0.1';
  through.port = `${(listener.address() as { port: number }).port}`;
  return {
    address: through.href,
    shut() {
      isClosed = true;
      for (const socket of open) socket.destroy();
    },
    reopen() {
      isClosed = false;
    },
    async end() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
