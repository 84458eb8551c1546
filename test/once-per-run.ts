import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The environment variable with the folder of this run, which `test/run-folder.ts` makes and removes. */
export const RUN_FOLDER = 'THETARANK_TEST_RUN';
/** The folder in it of the PostgreSQL that test files share, if one of them needed it (test/store/postgres-of-run.ts). */
export const POSTGRES_OF_RUN = 'cluster';

/**
 * What takes long to make and serves several test files: the first one that needs it makes it, the others wait. It is made anew for
 * each run of the tests, so that it is never of other sources.
 * @param make fills a folder
 * @returns the folder
 */
export async function oncePerRun(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const run = process.env[RUN_FOLDER]!;
  const folder = join(run, name);
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!isTaken(lock)) {
      await delay(50);
      continue;
    }
    try {
      if (existsSync(folder)) break;
      const unfinished = mkdtempSync(`${folder}.`);
      await make(unfinished);
      renameSync(unfinished, folder);
    } finally {
      // What could not be made here is tried by the next one, and fails there as well.
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return folder;
}

/** Whether this call has the lock now. */
function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
