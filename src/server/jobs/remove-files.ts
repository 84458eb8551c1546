import { rmSync } from 'node:fs';

/** Removes the remaining files of a job. */
export function removeFiles(files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true, recursive: true });
}
