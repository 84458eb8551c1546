import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { shellWord } from '../../shell-word.ts';
import {
  defaultLocation,
  isPostgres,
  requireLocation,
  shownAddress,
} from '../../store/location.ts';
import type { Store } from '../../store/store.ts';

export interface DatabaseOptions {
  readonly database?: string;
}

/** Adds the option that says where the database is. */
export function addDatabaseOption(command: Command): Command {
  return command.option(
    '--database <file>',
    'an SQLite file, or postgres://… (default: $THETARANK_DATABASE, else a file in your data folder)',
  );
}

function usualLocation(): string {
  return process.env.THETARANK_DATABASE || defaultLocation(process.env);
}

/** Where the database is: as the option says, else the environment. @throws OPTION_INVALID */
export function databaseLocation({ database }: DatabaseOptions): string {
  const location = database ?? usualLocation();
  requireLocation(location, database === undefined ? 'THETARANK_DATABASE' : '--database');
  return location;
}

/**
 * The option with which a next step finds the same database, ` --database my.db`; empty for the default database. A password is
 * not repeated.
 * @param location of an open store
 */
export function databaseArgument(location: string): string {
  const usual = usualLocation();
  const found = isPostgres(usual) ? shownAddress(usual) : resolve(usual);
  if (location === found) return '';
  const near = isPostgres(location) ? location : relative(process.cwd(), location);
  const shown = near.startsWith('..') || isAbsolute(near) ? location : near;
  return ` --database ${shellWord(shown)}`;
}

/** The same for the database that the options name. */
export function databaseOf(options: DatabaseOptions): string {
  const location = databaseLocation(options);
  return databaseArgument(isPostgres(location) ? shownAddress(location) : resolve(location));
}

/** Whether there is a database at the place that the options or the environment name. */
export function hasStore(options: DatabaseOptions): boolean {
  const location = databaseLocation(options);
  return isPostgres(location) || existsSync(location);
}

/** The address of the PostgreSQL database that the options name. @throws WORKERS_NEED_POSTGRES for a file */
export function postgresAddress(options: DatabaseOptions, what: string): string {
  const location = databaseLocation(options);
  return isPostgres(location) ? location : fail('WORKERS_NEED_POSTGRES', { what, location });
}

/** Opens the store that the options name for as long as `use` takes. @throws STORE_UNAVAILABLE, STORE_VERSION */
export async function withStore<T>(
  options: DatabaseOptions,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  // Only here: commands that need no database do not wait for its drivers to load.
  const { openStore } = await import('../../store/open-store.ts');
  const store = await openStore(databaseLocation(options), { clock: () => new Date() });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/**
 * The same for a command that only reads: a database that was named and is not there is not made.
 * @throws STORE_UNAVAILABLE, STORE_VERSION
 */
export async function readStore<T>(
  options: DatabaseOptions,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const { database } = options;
  databaseLocation(options);
  if (database !== undefined && !isPostgres(database) && !existsSync(database))
    fail('STORE_UNAVAILABLE', {
      location: database,
      reason: 'no such file',
      todo: 'Check --database. The commands bank import, bank attach and bank record create a database.',
    });
  return withStore(options, use);
}
