import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

type Row = Record<string, unknown>;

/** The rows of one statement, over a connection of its own as another program has it. */
export async function rowsOf(location: string, sql: string): Promise<Row[]> {
  if (!location.startsWith('postgres')) {
    const database = new DatabaseSync(location);
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
  const client = new Client({ connectionString: location });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** How many sessions of a PostgreSQL database wait for a lock. */
export async function waitingForLocks(location: string): Promise<number> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await rowsOf(location, waiting)).length;
}
