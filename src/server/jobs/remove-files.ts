import { rmSync } from 'node:fs';

/** Removes the files of a job, or what is still there of them. */
export function removeFiles(files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true, recursive: true });
}
