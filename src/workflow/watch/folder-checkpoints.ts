import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail } from '../../errors.ts';
import { systemReason } from '../../text/system-reason.ts';
import { byStep, isPlainName, type Look } from './checkpoint.ts';

/** Which folders are checkpoints, and when one is complete. */
export interface FolderRules {
  /** Whether a folder of that name is a checkpoint; by default names that end in a number. */
  readonly isWanted?: ((name: string) => boolean) | undefined;
  /** A file in the folder that says that it is complete; without one it must not change for a while. */
  readonly marker?: string | undefined;
  /** Milliseconds without a change. */
  readonly stableMs: number;
}

/** The most files of a checkpoint whose times are looked at. */
const MOST_FILES = 100_000;

/**
 * The checkpoints below a folder: its direct subfolders, by the number in their names. Folders that are written first and then
 * renamed (`tmp-checkpoint-1000`) are none.
 * @param now milliseconds since 1970
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE
 */
export function folderCheckpoints(
  folder: string,
  { isWanted = isNumbered, marker, stableMs }: FolderRules,
  now: number,
): Look {
  const names = subfolders(folder)
    .filter((name) => isPlainName(name) && isWanted(name))
    .sort(byStep);
  const isReady = (path: string) =>
    marker === undefined ? isStable(path, now - stableMs) : existsSync(join(path, marker));
  const found = names.map((name) => ({ name, path: resolve(folder, name) }));
  const ready = found.filter(({ path }) => isReady(path));
  const isKnown = new Set(ready);
  return { ready, waiting: found.filter((one) => !isKnown.has(one)).map(({ name }) => name) };
}

/** Whether a name ends in a number, and is not one of a folder that is still being written. */
export function isNumbered(name: string): boolean {
  return /\d$/.test(name) && !/^tmp/i.test(name);
}

/** Names of subfolders, and of links to folders. */
function subfolders(folder: string): string[] {
  if (!existsSync(folder)) fail('FILE_NOT_FOUND', { file: folder, kind: 'folder' });
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(folder, entry.name))),
      )
      .map(({ name }) => name);
  } catch (error) {
    return fail('FILE_UNREADABLE', { file: folder, reason: systemReason(error) });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Whether a folder has files, and nothing in it changed after a time: by the time at which the file system noted a change of
 * content, name or attributes (ctime), because a copy may keep the times of the original.
 */
function isStable(folder: string, since: number): boolean {
  let files = 0;
  const waiting = [folder];
  try {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (statSync(next).ctimeMs > since) return false;
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        else if (++files > MOST_FILES) return true;
        else if (lstatSync(path).ctimeMs > since) return false;
      }
    }
  } catch {
    // Trainings remove old checkpoints while somebody looks at them.
    return false;
  }
  return files > 0;
}
