import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Access } from '../access/access.ts';
import { ownMark } from '../access/process-mark.ts';
import type {
  Instance,
  InstanceFacts,
  InstanceRow,
  InstanceStore,
} from '../instances/instance-store.ts';
import type { Tables } from '../schema/tables.ts';
import { openLine } from './line.ts';

/** In ms: how long leases last without a word of their holder. */
export const LEASE = 15_000;
/** A lease is renewed so many times before it lapses; the holder gives it up one of these parts before others may take it. */
const PARTS = 5;
/** In ms: silent instances are listed for so long. */
const LISTED = 3_600_000;
const ID_BYTES = 9;

/** Seconds by the server's clock, which is the same for all. */
const NOW = 'extract(epoch from clock_timestamp())::double precision';
const now = sql.raw<number>(NOW);
const RENEW = `insert into instances (id, host, pid, version, started_at, renewed_at)
  values ($1, $2, $3, $4, ${NOW}, ${NOW}) on conflict (id) do update set renewed_at = ${NOW}`;

/**
 * Processes on one PostgreSQL, and leases by the clock of the server: the clocks of machines may differ and jump.
 * @param lease in ms; the same for all processes on a database
 * @param onLeft called with the id of each that has left
 */
export function postgresInstances(
  access: Access,
  address: string,
  lease: number,
  onLeft: (id: string) => void,
): InstanceStore & { close(): Promise<void> } {
  const joined = new Set<Instance>();
  return {
    async join(facts) {
      await access.persist((trx) =>
        sql`delete from instances where renewed_at < ${now} - ${(lease + LISTED) / 1000}`.execute(
          trx,
        ),
      );
      const instance = await registered(access, address, lease, facts, () => {
        joined.delete(instance);
        onLeft(instance.id);
      });
      joined.add(instance);
      return instance;
    },
    list: () => access.read((db) => rows(db, lease)),
    async close() {
      await Promise.all([...joined].map((instance) => instance.leave()));
    },
  };
}

async function registered(
  access: Access,
  address: string,
  lease: number,
  { version }: InstanceFacts,
  onLeft: () => void,
): Promise<Instance> {
  const id = `i_${randomBytes(ID_BYTES).toString('base64url')}`;
  const { host, pid } = ownMark();
  const facts = [id, host.split(' ')[0], pid, version];
  const line = openLine(address, { name: 'instance' });
  const held = new Set<string>();
  /** Names that the database may still have for this instance, although it does not hold them. */
  const strays = new Set<string>();
  const left = new AbortController();
  let period = new AbortController();
  let expiry: NodeJS.Timeout | undefined;

  const lose = () => {
    for (const name of held) strays.add(name);
    held.clear();
    period.abort();
  };
  const renewed = (sentAt: number) => {
    clearTimeout(expiry);
    const last = sentAt + lease - lease / PARTS - performance.now();
    expiry = setTimeout(lose, last).unref();
  };
  const dropStrays = async () => {
    const names = [...strays];
    if (names.length === 0) return;
    await line.query('delete from leases where instance = $1 and name = any($2)', [id, names]);
    for (const name of names) strays.delete(name);
  };
  /** Whether the database has all leases: its clock may have jumped, and another instance may have taken one. */
  const hasAll = async (): Promise<boolean> => {
    const before = [...held];
    if (before.length === 0) return true;
    const found = await line.query(
      'select name from leases where instance = $1 and name = any($2)',
      [id, before],
    );
    const names = new Set(found.rows.map(({ name }) => name));
    return before.every((name) => names.has(name) || !held.has(name));
  };
  const renew = async () => {
    const sentAt = performance.now();
    await line.query(RENEW, facts);
    await dropStrays();
    if (period.signal.aborted) period = new AbortController();
    else if (!(await hasAll())) lose();
    renewed(sentAt);
  };
  const work = async () => {
    while (!left.signal.aborted) {
      await delay(lease / PARTS, undefined, { ref: false, signal: left.signal }).catch(() => {});
      if (!left.signal.aborted) await renew().catch(() => {});
    }
  };

  const begun = performance.now();
  try {
    await access.persist((trx) => register(trx, facts));
    // If it takes long, renewals do without it until then.
    await Promise.race([line.ready, delay(lease / PARTS, undefined, { ref: false })]);
  } catch (error) {
    await line.close();
    throw error;
  }
  renewed(begun);
  const working = work();
  return {
    id,
    get lost() {
      return period.signal;
    },
    async hold(name) {
      const { signal } = period;
      if (signal.aborted || strays.has(name)) return false;
      let isHeld = false;
      try {
        isHeld = await access.persist((trx) => take(trx, name, id, lease));
      } catch (error) {
        // It is unknown whether it was taken.
        strays.add(name);
        throw error;
      }
      if (!isHeld) return false;
      if (signal.aborted) strays.add(name);
      else held.add(name);
      return !signal.aborted;
    },
    async release(name) {
      if (!held.delete(name)) return;
      strays.add(name);
      await dropStrays().catch(() => {});
    },
    free: (names) => access.read((db) => free(db, names, lease)),
    async leave() {
      if (left.signal.aborted) return;
      left.abort();
      await working;
      clearTimeout(expiry);
      lose();
      await access
        .persist((trx) => sql`delete from instances where id = ${id}`.execute(trx))
        // Its leases lapse.
        .catch(() => {});
      onLeft();
      await line.close();
    },
  };
}

async function register(trx: Kysely<Tables>, [id, host, pid, version]: readonly unknown[]) {
  await sql`insert into instances (id, host, pid, version, started_at, renewed_at)
    values (${id}, ${host}, ${pid}, ${version}, ${now}, ${now}) on conflict (id) do nothing`.execute(
    trx,
  );
}

/** Takes the lease of a name for an instance, where nobody alive has it. */
async function take(
  trx: Kysely<Tables>,
  name: string,
  id: string,
  lease: number,
): Promise<boolean> {
  // One at a time, so that the next statement sees who has taken it, and that this one is alive.
  await sql`select pg_advisory_xact_lock('leases'::regclass::oid::integer, hashtext(${name}))`.execute(
    trx,
  );
  const { rows } = await sql`insert into leases as own (name, instance)
    select ${name}, id from instances where id = ${id} and renewed_at > ${now} - ${lease / 1000}
    on conflict (name) do update set instance = excluded.instance
    where own.instance = excluded.instance or not exists (
      select 1 from instances as holder
      where holder.id = own.instance and holder.renewed_at > ${now} - ${lease / 1000})
    returning name`.execute(trx);
  return rows.length > 0;
}

async function free(
  db: Kysely<Tables>,
  names: readonly string[],
  lease: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from unnest(${names}::text[]) as name
    where not exists (select 1 from leases join instances on instances.id = leases.instance
      where leases.name = name.name and renewed_at > ${now} - ${lease / 1000})`.execute(db);
  return rows.map(({ name }) => name);
}

async function rows(db: Kysely<Tables>, lease: number): Promise<InstanceRow[]> {
  const found = await sql<
    Omit<InstanceRow, 'startedAt' | 'renewedAt'> & { started: number; renewed: number }
  >`
    select id, host, pid, version, started_at as started, renewed_at as renewed,
      renewed_at > ${now} - ${lease / 1000} as "isAlive"
    from instances order by started_at, id`.execute(db);
  return found.rows.map(({ started, renewed, ...row }) => ({
    ...row,
    startedAt: new Date(started * 1000).toISOString(),
    renewedAt: new Date(renewed * 1000).toISOString(),
  }));
}
