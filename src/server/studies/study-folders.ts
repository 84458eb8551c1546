import { createReadStream, lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type Study, type StudyDigest, studyDigest, studyName } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import { parseJson } from '../../text/parse-json.ts';

/** The files of a study's folder. */
const HEAD = 'study.json';
const DIGEST = 'digest.json';
const REPORT = 'report.html';
/** Larger ones are not read. In bytes. */
const MOST_HEAD = 20_000_000;
const MOST_DIGEST = 100_000_000;
const HIDDEN: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);
/** Most studies kept in memory. */
const KNOWN = 100;

const head = z.looseObject({
  format: z.string().startsWith('thetarank-'),
  design: z
    .looseObject({ cells: z.array(z.unknown()), replications: z.int() })
    .optional()
    .catch(undefined),
});

const NOT_FINISHED = 'The study is not finished yet. Its results appear here when it is.';
const EARLIER =
  'An earlier version of thetarank wrote this study. To show its results here, run its command again with --resume, which takes a moment. Its report is already available.';

/** Studies in subfolders of one folder, each under its name. */
export interface StudyFolders {
  /** By name. */
  list(): Study[];
  /** @throws NAME_UNKNOWN */
  get(name: string): Study;
  /** The page of a finished study. @throws NAME_UNKNOWN */
  report(name: string): Readable;
  has(name: string): boolean;
}

/** @param folder null if the service has none */
export function studyFolders(folder: string | null): StudyFolders {
  /** Cached contents of unchanged files, because lists read all of them. */
  const known = new Map<string, { readonly mark: string; readonly found: Study | null }>();
  const read = (name: string): Study | null => {
    if (folder === null || !studyName.safeParse(name).success) return null;
    const own = join(folder, name);
    // Links are not followed, because they may lead anywhere.
    if (!statOf(own)?.isDirectory()) return null;
    const mark = [HEAD, DIGEST, REPORT].map((file) => markOf(join(own, file))).join();
    const before = known.get(name);
    if (before?.mark === mark) return before.found;
    const found = studyIn(own, name);
    known.delete(name);
    known.set(name, { mark, found });
    if (known.size > KNOWN) known.delete(known.keys().next().value!);
    return found;
  };
  const unknown = (name: string) => fail('NAME_UNKNOWN', { kind: 'study', name, nearest: null });
  return {
    list() {
      if (folder === null || statOf(folder) === null) return [];
      return readdirSync(folder)
        .sort()
        .flatMap((name) => {
          const found = read(name);
          return found === null ? [] : [found];
        });
    },
    get: (name) => read(name) ?? unknown(name),
    report(name) {
      const found = read(name) ?? unknown(name);
      const file = join(folder!, found.name, REPORT);
      return statOf(file)?.isFile() ? createReadStream(file) : unknown(name);
    },
    has: (name) => read(name) !== null,
  };
}

/** Null if there is no study. */
function studyIn(folder: string, name: string): Study | null {
  const begun = jsonIn(join(folder, HEAD), MOST_HEAD);
  const known = head.safeParse(begun?.value);
  if (begun === null || !known.success) return null;
  const kind = known.data.format.slice('thetarank-'.length);
  const found = jsonIn(join(folder, DIGEST), MOST_DIGEST);
  const digest = studyDigest.safeParse(found?.value);
  if (found !== null && digest.success) return studyOf(name, digest.data, true, found.changedAt);
  const finished = statOf(join(folder, REPORT))?.isFile() ?? false;
  const { design } = known.data;
  const empty: StudyDigest = {
    kind,
    title: name,
    cells: design?.cells.length ?? 0,
    replications: design?.replications ?? 0,
    answer: [finished ? EARLIER : NOT_FINISHED],
    columns: [],
    rows: [],
    plots: [],
  };
  return studyOf(name, empty, finished, begun.changedAt);
}

function studyOf(name: string, digest: StudyDigest, finished: boolean, changedAt: string): Study {
  return { name, ...digest, finished, changedAt };
}

function jsonIn(file: string, most: number): { value: unknown; changedAt: string } | null {
  const stats = statOf(file);
  if (!stats?.isFile() || stats.size > most) return null;
  const text = readable(() => readFileSync(file, 'utf8'));
  return text === null ? null : { value: parseJson(text), changedAt: stats.mtime.toISOString() };
}

function markOf(file: string): string {
  const stats = statOf(file);
  return stats === null ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

function statOf(path: string): Stats | null {
  return readable(() => lstatSync(path));
}

/** Null for what is not there or may not be read, because one such entry must not hide the other studies. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && HIDDEN.has(code)) return null;
    throw error;
  }
}
