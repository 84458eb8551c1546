import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fail } from '../../errors.ts';

/**
 * Works on a file while other processes on this machine are kept out. A lock beside it, `FILE.lock`, contains the process number. The lock
 * of a killed process is ignored.
 * @throws OPTIONS_CONFLICT if another process has it
 */
export async function holdFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = ownerOf(lock);
      if (owner !== null && isRunning(owner))
        fail('OPTIONS_CONFLICT', {
          options: '--out',
          reason: `process ${owner} is writing to ${file}. Wait until it has ended, then repeat the command: it goes on where the other one stopped.`,
        });
      rmSync(lock, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Null if the lock is gone, or contains no number. */
function ownerOf(lock: string): number | null {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    return Number.isInteger(owner) && owner > 0 ? owner : null;
  } catch {
    return null;
  }
}

function isRunning(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
