import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { isPostgres } from '../../store/location.ts';

/** The paths of this machine that a job knows. */
export interface ToldPaths {
  readonly options: Readonly<Record<string, unknown>>;
  /** Uploads. */
  readonly files: readonly string[];
  /** Files or addresses. */
  readonly databases: readonly string[];
}

/**
 * A message or result without the paths in the options of its job, which are internal. An upload appears by the name that its caller gave, a
 * folder or file of the administrator by its last name.
 */
export function withoutPaths<T>(value: T, { options, files, databases }: ToldPaths): T {
  const names = new Map<string, string>();
  for (const path of Object.values(options).flat())
    if (typeof path === 'string' && isAbsolute(path)) names.set(path, basename(path));
  for (const file of files) {
    names.set(file, basename(file));
    // A message may propose a file beside it, with another ending.
    const ending = extname(file);
    names.set(join(dirname(file), basename(file, ending)), basename(file, ending));
  }
  for (const one of databases) {
    if (one === '') continue;
    names.set(one, 'the database');
    if (!isPostgres(one)) names.set(resolve(one), 'the database');
  }
  let text = JSON.stringify(value);
  // The longest first, because a path may be the beginning of another.
  for (const path of [...names.keys()].sort((a, b) => b.length - a.length))
    text = text.replaceAll(JSON.stringify(path).slice(1, -1), () => inJson(names.get(path)!));
  return JSON.parse(text) as T;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
