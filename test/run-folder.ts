import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POSTGRES_OF_RUN, RUN_FOLDER } from './once-per-run.ts';

/** Makes the folder for what test files of one run share. @returns what removes it, and ends the PostgreSQL in it */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-run-'));
  // PostgreSQL runs as a user of its own where the tests run as root.
  chmodSync(folder, 0o755);
  process.env[RUN_FOLDER] = folder;
  return () => {
    endPostgres(join(folder, POSTGRES_OF_RUN, 'data'));
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Ends the PostgreSQL in the folder `data`, if there is one. */
function endPostgres(data: string): void {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // No file needed it.
  }
}
