import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClaimAttempt, Holder } from '../access/claims.ts';
import { ownMark, processWords } from '../access/process-mark.ts';
import { storeFailure } from '../access/store-failure.ts';
import { shownAddress } from '../location.ts';
import { PATIENCE, type StoreOptions } from '../store-options.ts';
import { throughCuts } from './cuts.ts';
import { CONNECTING } from './postgres-access.ts';

/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;
const NAME = 'thetarank: ';
/** In ms: how soon a claim whose connection was lost is made again, at first and at most. */
const AGAIN = 50;
const AGAIN_AT_MOST = 5_000;

/** A server finds out within a minute that a machine has gone without a word; by default it takes hours. */
const KEEPALIVE = `select set_config('tcp_keepalives_idle', '15', false),
  set_config('tcp_keepalives_interval', '9', false), set_config('tcp_keepalives_count', '5', false)`;
/** Locks of one database have two numbers: the first is that of the table, so that no other program's meet them. */
const LOCK = `select pg_try_advisory_lock('runs'::regclass::oid::integer, $1) as held`;
const HOLDER = `select application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
  and classid = 'runs'::regclass::oid and objid = $1::integer::oid and objsubid = 2 and granted`;

/** Claims as locks of a connection each, which the server lets go of when its process ends. */
export function postgresClaims(
  address: string,
  { patience = PATIENCE }: StoreOptions,
): ClaimAttempt {
  const lock = (run: number) => lockOf(address, run, Math.min(patience, CONNECTING));
  return async (run) => {
    const first = await throughCuts(patience, () => lock(run)).catch((error: unknown) =>
      storeFailure(shownAddress(address), error),
    );
    if (!(first instanceof Client)) return first;
    const released = new AbortController();
    const { signal } = released;
    const keeping = keep(first, () => lock(run), signal);
    return async () => {
      released.abort();
      await keeping;
    };
  };
}

/** Holds a lock until `signal` is aborted. One that was lost with its connection is taken again as soon as it can be. */
async function keep(
  first: Client,
  again: () => Promise<Client | Holder>,
  signal: AbortSignal,
): Promise<void> {
  for (let client: Client | null = first; ; client = await retaken(again, signal)) {
    if (client === null) return;
    const own = client;
    await new Promise<void>((resolve) => {
      own.once('end', resolve);
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await own.end().catch(() => {});
  }
}

/** Null if the claim was released meanwhile. */
async function retaken(
  again: () => Promise<Client | Holder>,
  signal: AbortSignal,
): Promise<Client | null> {
  for (let wait = AGAIN; !signal.aborted; wait = Math.min(2 * wait, AGAIN_AT_MOST)) {
    // The lost connection may hold the lock for a while: the server does not know yet. If another process has taken it,
    // one of the two is told so when both keep an answer to the same question.
    await delay(wait, undefined, { ref: false, signal }).catch(() => {});
    if (signal.aborted) break;
    const result = await again().catch(() => null);
    if (result instanceof Client) return result;
  }
  return null;
}

/** A connection that holds the lock of a run, or who does. @throws what pg throws */
async function lockOf(address: string, run: number, timeout: number): Promise<Client | Holder> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    keepAlive: true,
    application_name: `${NAME}${processWords(ownMark())}`.slice(0, NAME_LENGTH),
  });
  // Without a listener a lost connection would end the process.
  client.on('error', () => {});
  let isHeld = false;
  try {
    await client.connect();
    await client.query(KEEPALIVE);
    isHeld = (await client.query(LOCK, [run])).rows[0].held;
    if (isHeld) return client;
    const { rows } = await client.query(HOLDER, [run]);
    // Who may not see another user's connections sees no name.
    const name = `${rows[0]?.name ?? ''}`;
    const holder = name.startsWith(NAME) ? name.slice(NAME.length) : 'another process';
    return { holder, free: null };
  } finally {
    if (!isHeld) await client.end().catch(() => {});
  }
}
