import { createWriteStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SharedFiles } from '../../shared-files/shared-files.ts';
import { lifeOf, ownMark } from '../../store/access/process-mark.ts';
import { databaseMark } from '../../store/location.ts';

/** Files that a job reads, in a folder of its own on this machine. */
export interface FetchedFiles {
  /** By the name that the job has for it. */
  readonly paths: ReadonlyMap<string, string>;
  /** For more files of the job; it need not be there. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Files that jobs are started from: any process of the service can run a job, so they are among its shared files. */
export interface JobFiles {
  /**
   * Keeps a file until its job has ended.
   * @param given its name without an ending, as a caller gave it: commands take some facts from the name of a file
   * @returns its name among the shared files, which stands for its path in the arguments of the job
   */
  keep(given: string, ending: string, content: AsyncIterable<Uint8Array>): Promise<string>;
  /** Copies files to this machine. @throws SHARED_FILE_MISSING, SHARED_FILE_DAMAGED, SHARED_FILES_UNAVAILABLE */
  fetch(files: readonly string[]): Promise<FetchedFiles>;
  /** Removes files; what cannot be removed now is left for a later sweep. */
  remove(files: readonly string[]): Promise<void>;
  /** Removes files that were kept over an hour ago and that no job names, and copies that killed processes left. */
  sweep(named: readonly string[]): Promise<void>;
  /** Removes copies that killed processes left on this machine. */
  sweepCopies(): void;
}

/** Characters of a name: at most four bytes each, of the 230 that a part of a shared file's name may have. */
const LONGEST = 50;
/** In ms: a file is kept before its job is stored, maybe by another process. */
const UNCLAIMED = 3_600_000;

export interface JobFilesServices {
  /** The location of the store: several may share a place. */
  readonly location: string;
  /** The folder of this machine for copies. */
  readonly data: string;
  randomBytes(count: number): Buffer;
  log(level: 'warn', event: string, facts: Readonly<Record<string, unknown>>): void;
}

/** The files of one database. */
export function jobFiles(
  shared: SharedFiles,
  { location, data, randomBytes, log }: JobFilesServices,
): JobFiles {
  const own = databaseMark(location);
  const prefix = `uploads/${own}/`;
  const copies = join(data, 'jobs');
  const mark = Buffer.from(JSON.stringify(ownMark())).toString('base64url');
  const remove = async (files: readonly string[]) => {
    for (const file of files)
      try {
        await shared.remove(file);
      } catch (error) {
        log('warn', 'upload-not-removed', { reason: String((error as Error).message) });
      }
  };
  const sweepCopies = () => {
    for (const name of entriesOf(copies))
      if (isOfEnded(name)) rmSync(join(copies, name), { force: true, recursive: true });
  };
  return {
    sweepCopies,
    async keep(given, ending, content) {
      const name = `${prefix}${randomBytes(12).toString('hex')}/${plainName(given)}.${ending}`;
      await shared.put(name, content);
      return name;
    },
    async fetch(files) {
      const folder = join(copies, `${mark}.${randomBytes(12).toString('hex')}`);
      const paths = new Map<string, string>();
      const removeCopies = () => rm(folder, { force: true, recursive: true });
      try {
        for (const [k, file] of files.entries()) {
          const path = join(folder, `${k}`, basename(file));
          await mkdir(dirname(path), { recursive: true, mode: 0o700 });
          const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
          await pipeline(await shared.get(file), stream);
          paths.set(file, path);
        }
      } catch (error) {
        await removeCopies();
        throw error;
      }
      return { paths, folder, remove: removeCopies };
    },
    remove,
    async sweep(named) {
      const kept = new Set(named);
      const left = (await shared.list(prefix)).filter(
        ({ name, age }) => age > UNCLAIMED && !kept.has(name),
      );
      await remove(left.map(({ name }) => name));
      sweepCopies();
    },
  };
}

function entriesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Whether the process that made these copies has ended. */
function isOfEnded(name: string): boolean {
  try {
    const mark = JSON.parse(Buffer.from(name.split('.', 1)[0], 'base64url').toString());
    return lifeOf(mark) === 'gone';
  } catch {
    return false;
  }
}

/** A name cannot lead out of the folder, hide a file or be too long for a file system. */
function plainName(given: string): string {
  return (
    given
      .toWellFormed()
      .replace(/[\p{C}/\\:]/gu, '_')
      .replace(/^[.-]+/, '')
      .slice(0, LONGEST)
      .toWellFormed() || 'upload'
  );
}
