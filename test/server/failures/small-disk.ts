import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left, until `free` is called. */
  fill(): { free(): void };
  remove(): void;
}

/** A disk of its own in memory; null where this user may not mount one. */
export function smallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder);
  const options = `size=${megabytes}m,mode=755`;
  const { status, stderr, error } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', options, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) {
    console.warn(`skipped: no disk can be mounted here: ${error ?? stderr}`);
    return null;
  }
  return {
    folder,
    fill() {
      const file = join(folder, 'ballast');
      const descriptor = openSync(file, 'w');
      // Smaller and smaller pieces, until not even a page fits.
      for (let bytes = 1 << 20; bytes >= 4096; bytes /= 2)
        try {
          for (;;) if (writeSync(descriptor, Buffer.alloc(bytes)) < bytes) break;
        } catch (problem) {
          if ((problem as NodeJS.ErrnoException).code !== 'ENOSPC') throw problem;
        }
      closeSync(descriptor);
      return { free: () => rmSync(file) };
    },
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}
