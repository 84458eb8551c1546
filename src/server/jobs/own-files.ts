import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isPostgres } from '../../store/location.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';

/** Files that jobs are started from. */
export interface OwnFiles {
  /** A path for a new file, which is not there yet. The folder is there, for its owner only. */
  next(ending: string): string;
  /** Removes all files except the named ones, such as those left by a killed process. */
  keepOnly(named: Iterable<string>): void;
}

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
    next(ending) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return join(folder, `${randomBytes(12).toString('hex')}.${ending}`);
    },
    keepOnly(named) {
      const kept = new Set(named);
      for (const file of existsSync(folder) ? readdirSync(folder) : [])
        if (!kept.has(join(folder, file))) rmSync(join(folder, file), { force: true });
    },
  };
}
