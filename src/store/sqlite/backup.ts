import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { fail } from '../../errors.ts';
import type { openSqlite } from './sqlite.ts';

/**
 * Copies an SQLite database, as its last commit left it, to `FILE.backup-SCHEMA-TIME`, for its owner only and through to
 * the disk. `database` is a connection without a transaction.
 * @throws STORE_UNAVAILABLE if that is there; what SQLite and the system throw
 */
export function backupSqlite(
  database: ReturnType<typeof openSqlite>,
  file: string,
  schema: number,
  at: Date,
): void {
  const copy = `${file}.backup-${schema}-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
  if (existsSync(copy))
    fail('STORE_UNAVAILABLE', {
      location: file,
      reason: `a backup ${copy} already exists`,
      todo: 'Move that backup away, and try again.',
    });
  // SQLite fills an empty file, and keeps its permissions.
  closeSync(openSync(copy, 'wx', 0o600));
  try {
    database.exec(`vacuum into '${copy.replaceAll("'", "''")}'`);
    const descriptor = openSync(copy, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}
