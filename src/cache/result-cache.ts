import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readCacheFile, writeCacheFile } from './cache-file.ts';

/** Bytes of all files of a cache. A robust preparation of 12,032 items takes some 4 MB. */
const MOST_BYTES = 500_000_000;
const ENDING = '.kept';
/** Names of what this cache writes: a key, or a file on its way to that name. Others are not touched. */
const OWN_FILE = /^[0-9a-f]{64}\.kept(\.[0-9]+-[0-9]+\.tmp)?$/;

/** A file of the cache. */
export interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was written or used last, in ms since 1970. */
  readonly usedAt: number;
}

/**
 * The result under a key, or of `make`, which is then kept under it. A folder that cannot be read or written to is as if there
 * were none.
 * @param folder null to keep nothing
 * @param mostBytes of all files: beyond it those that were not used for longest go; the newest one stays whatever it takes
 */
export function keptResult<T>(
  folder: string | null,
  key: () => string,
  make: () => T,
  mostBytes = MOST_BYTES,
): T {
  if (folder === null) return make();
  const path = pathOf(folder, key());
  const found = kept<T>(path);
  return found === undefined ? keep(folder, path, make(), mostBytes) : found;
}

/** The same of a result that is made by others meanwhile. */
export async function keptResultLater<T>(
  folder: string | null,
  key: () => string,
  make: () => Promise<T>,
  mostBytes = MOST_BYTES,
): Promise<T> {
  if (folder === null) return make();
  const path = pathOf(folder, key());
  const found = kept<T>(path);
  return found === undefined ? keep(folder, path, await make(), mostBytes) : found;
}

function pathOf(folder: string, key: string): string {
  return join(folder, `${key}${ENDING}`);
}

function kept<T>(path: string): T | undefined {
  const found = readCacheFile(path);
  if (found !== undefined) touch(path);
  return found as T | undefined;
}

function keep<T>(folder: string, path: string, made: T, mostBytes: number): T {
  try {
    writeCacheFile(path, made);
    keepWithin(folder, path, mostBytes);
  } catch {
    // It is computed again next time.
  }
  return made;
}

/** The files of a cache, those used last first. */
export function cachedFiles(folder: string): CachedFile[] {
  return namesIn(folder)
    .filter((name) => OWN_FILE.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isFile() ? [{ path, bytes: stats.size, usedAt: stats.mtimeMs }] : [];
    })
    .sort((x, y) => y.usedAt - x.usedAt);
}

/** Removes the files of a cache, and nothing else of its folder. @returns what was removed */
export function clearCache(folder: string): CachedFile[] {
  const files = cachedFiles(folder);
  for (const { path } of files) rmSync(path, { force: true });
  return files;
}

function keepWithin(folder: string, newest: string, mostBytes: number): void {
  let bytes = 0;
  for (const file of cachedFiles(folder)) {
    bytes += file.bytes;
    if (bytes > mostBytes && file.path !== newest) rmSync(file.path, { force: true });
  }
}

/** When it was used last is when it was changed last. */
function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Of a folder that cannot be written to nothing is removed either.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
