import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import type { openSqlite } from './sqlite.ts';

/**
 * Copies an SQLite database, as its last commit left it, to `FILE.backup-SCHEMA-TIME`, for its owner only and through to
 * the disk. `database` is a connection without a transaction.
 */
export function backupSqlite(
  database: ReturnType<typeof openSqlite>,
  file: string,
  schema: number,
  at: Date,
): void {
  const copy = `${file}.backup-${schema}-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
  // SQLite fills an empty file, and keeps its permissions; one that holds something it refuses.
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
