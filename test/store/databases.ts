import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Where a contract of the store has its databases from. */
export interface Databases {
  readonly dialect: 'sqlite' | 'postgres';
  /** The location of another one, with nothing in it. */
  database(): Promise<string>;
}

/** SQLite files, which are removed after the tests of the file that calls this. */
export function sqliteDatabases(): Databases {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-store-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  return { dialect: 'sqlite', database: async () => join(folder, `${++files}`, 'store.db') };
}
