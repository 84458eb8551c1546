import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, ThetarankError } from '../errors.ts';
import { isMissing, systemReason } from '../text/system-reason.ts';
import { byName, checkName } from './check-name.ts';
import { SEAL, seal, unseal } from './seal.ts';
import type { SharedFileEntry, SharedFileLimits, SharedFiles } from './shared-files.ts';

/** Files that are being written: no name begins with a full stop. */
const WRITING = '.writing';
/** Of every file, so that a file `a` and a folder `a` do not meet. */
const ENDING = '.shared';
/** In ms: a writer that has written nothing for as long is gone. */
const LEFT = 3_600_000;

interface FolderSettings extends SharedFileLimits {
  /** In ms. */
  readonly now: () => number;
  /** A part of a file's name that no other writer has. */
  readonly unique: () => string;
}

/** Shared files in a folder, for their owner only. The folder is made when a file is put. */
export function folderFiles(folder: string, { largest, now, unique }: FolderSettings): SharedFiles {
  const pathOf = (name: string) => {
    checkName(name);
    return join(folder, `${name}${ENDING}`);
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      return unavailable(folder, error);
    }
  };
  return {
    place: folder,
    async put(name, content) {
      const path = pathOf(name);
      const writing = join(folder, WRITING, unique());
      await guarded(async () => {
        await makeFolder(dirname(writing));
        await removeLeft(dirname(writing), now());
      });
      let failure: { readonly error: unknown } | null = null;
      const watched = async function* () {
        try {
          yield* seal(name, content, largest);
        } catch (error) {
          failure = { error };
          throw error;
        }
      };
      try {
        const stream = createWriteStream(writing, { flags: 'wx', mode: 0o600, flush: true });
        await pipeline(watched, stream);
        await moveInto(writing, path);
        return stream.bytesWritten - SEAL;
      } catch (error) {
        await rm(writing, { force: true });
        if (failure !== null) throw (failure as { readonly error: unknown }).error;
        return unavailable(folder, error);
      }
    },
    async get(name) {
      const path = pathOf(name);
      const file = await guarded(() =>
        open(path).catch((error: unknown) => {
          if (isMissing(error)) fail('SHARED_FILE_MISSING', { name, place: folder });
          throw error;
        }),
      );
      return unseal(name, folder, createReadStream('', { fd: file, highWaterMark: 2 ** 18 }));
    },
    async remove(name) {
      const path = pathOf(name);
      await guarded(() => rm(path, { force: true }));
      await removeEmpty(folder, dirname(path));
    },
    list: (prefix) =>
      guarded(async () => {
        const all: SharedFileEntry[] = [];
        for (const one of await filesIn(folder)) {
          const path = join(one.parentPath, one.name);
          const name = relative(folder, path).split(sep).join('/').slice(0, -ENDING.length);
          if (!name.startsWith(prefix)) continue;
          const facts = await stat(path).catch(() => null);
          if (facts === null) continue;
          all.push({
            name,
            bytes: facts.size - SEAL,
            age: Math.max(0, now() - facts.mtimeMs),
            changedAt: facts.mtime.toISOString(),
          });
        }
        return all.sort(byName);
      }),
  };
}

/** Moves a written file to its name. Whoever removes the last file of a folder may remove that at the same time. */
async function moveInto(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await makeFolder(dirname(to));
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error;
    }
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

async function filesIn(folder: string) {
  try {
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    return all.filter(
      (one) =>
        one.isFile() && one.name.endsWith(ENDING) && one.parentPath !== join(folder, WRITING),
    );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes what killed writers left. */
async function removeLeft(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts !== null && now - facts.mtimeMs > LEFT) await rm(path, { force: true });
  }
}

/** Removes folders that have become empty, up to the place itself. */
async function removeEmpty(place: string, folder: string): Promise<void> {
  for (let at = folder; at !== place; at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

function unavailable(folder: string, error: unknown): never {
  if (error instanceof ThetarankError) throw error;
  return fail('SHARED_FILES_UNAVAILABLE', {
    place: folder,
    reason: systemReason(error),
    todo: 'Make the folder writable for this user, or name another place.',
  });
}
