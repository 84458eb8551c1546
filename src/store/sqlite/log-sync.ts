import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';
import { groupCommit } from '../access/group-commit.ts';

/** What brings SQLite's log to the disk. */
export interface LogSync {
  /** Resolves once all that was committed before the call is on the disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Syncs the log of an SQLite file to the disk without blocking the process. With `synchronous = full`, SQLite would wait for
 * the disk within each commit, and the service would answer no request for some milliseconds. With `synchronous = normal`, it
 * writes the commit, and the caller decides when to wait: here a system thread waits, and commits in the meantime share the
 * next sync. A checkpoint syncs the pages that it moves out of the log before.
 *
 * The log is no file that SQLite locks, so that opening and closing it here takes no lock away.
 * @param sync brings an open file to the disk
 * @source https://www.sqlite.org/wal.html, https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export function logSync(
  file: string,
  sync: (file: number) => Promise<void> = promisify(fdatasync),
): LogSync {
  /** The log is there from the first commit to the end of the last connection. */
  let log: Promise<number> | null = null;
  const settle = groupCommit(async () => {
    // Written to as well: some systems bring only such files to the disk.
    log ??= promisify(open)(`${file}-wal`, 'r+');
    try {
      await sync(await log);
    } catch (error) {
      log = null;
      throw error;
    }
  });
  return {
    settle: async () => void (await settle([null])),
    async close() {
      const opened = await log?.catch(() => null);
      log = null;
      if (opened != null) await promisify(close)(opened);
    },
  };
}
