import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isPostgres } from '../../store/location.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';

/** Files that jobs are started from. */
export interface OwnFiles {
  /**
   * A path for a new file, which is not there yet. Its folder is there, for it alone and for its owner only: commands take
   * some facts from the name of a file.
   * @param name without an ending, as a caller gave it
   */
  next(name: string, ending: string): string;
  /** Removes all files except the named ones, such as those left by a killed process. */
  keepOnly(named: Iterable<string>): void;
}

/** Characters of a name: at most four bytes each, of the 255 that file systems allow. */
const LONGEST = 50;

/** The files of one database: several may share the folder `data`, as those of a PostgreSQL do. */
export function ownFiles(
  { store, randomBytes }: Pick<ServiceContext, 'store' | 'randomBytes'>,
  { data }: Pick<ServiceConfiguration, 'data'>,
): OwnFiles {
  const { location } = store;
  const database = isPostgres(location) ? location : resolve(location);
  const name = createHash('sha256').update(database).digest('hex').slice(0, 12);
  const folder = join(data, 'uploads', name);
  return {
    next(given, ending) {
      const own = join(folder, randomBytes(12).toString('hex'));
      mkdirSync(own, { recursive: true, mode: 0o700 });
      return join(own, `${plainName(given)}.${ending}`);
    },
    keepOnly(named) {
      const kept = new Set([...named].map((file) => relative(folder, file).split(sep)[0]));
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (!kept.has(name)) rmSync(join(folder, name), { force: true, recursive: true });
    },
  };
}

/** Removes files of the service's own, and the folders that they alone were in. */
export function removeFiles(files: readonly string[]): void {
  for (const file of files) {
    rmSync(file, { force: true, recursive: true });
    try {
      rmdirSync(dirname(file));
    } catch {
      // Files of earlier versions share their folder.
    }
  }
}

/** A name cannot lead out of the folder, hide a file or be too long for a file system. */
function plainName(given: string): string {
  return (
    given
      .replace(/[\p{C}/\\:]/gu, '_')
      .replace(/^[.-]+/, '')
      .slice(0, LONGEST) || 'upload'
  );
}
