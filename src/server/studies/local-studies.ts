import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Study, type StudySummary, studyName } from '../../api/jobs.ts';
import { contentOf } from '../../workflow/studies/kept/content-of.ts';
import { DIGEST, HEAD, REPORT } from '../../workflow/studies/kept/shown-files.ts';
import { MOST_DIGEST, MOST_HEAD, readStudy, type StudySource, summaryOf } from './study-source.ts';

const HIDDEN: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** Studies in subfolders of a folder of this machine, each under its name. */
export function localStudies(folder: string): StudySource {
  /** What lists say of folders that have not changed. */
  let known = new Map<string, { readonly mark: string; readonly found: StudySummary | null }>();
  // Links are not followed, because they may lead anywhere.
  const folderOf = (name: string) => {
    const own = join(folder, name);
    return studyName.safeParse(name).success && statOf(own)?.isDirectory() ? own : null;
  };
  return {
    async list() {
      const names = statOf(folder) === null ? [] : (readable(() => readdirSync(folder)) ?? []);
      const now: typeof known = new Map();
      for (const name of names.sort()) {
        const own = folderOf(name);
        if (own === null) continue;
        const mark = [HEAD, DIGEST, REPORT].map((file) => markOf(join(own, file))).join();
        const before = known.get(name);
        if (before?.mark === mark) {
          now.set(name, before);
          continue;
        }
        const study = studyIn(own, name);
        now.set(name, { mark, found: study === null ? null : summaryOf(study) });
      }
      known = now;
      return [...now.values()].flatMap(({ found }) => (found === null ? [] : [found]));
    },
    async find(name) {
      const own = folderOf(name);
      return own === null ? null : studyIn(own, name);
    },
    async report(name) {
      const own = folderOf(name);
      if (own === null || studyIn(own, name) === null) return null;
      const file = join(own, REPORT);
      return statOf(file)?.isFile() ? contentOf(file) : null;
    },
    async remove(name) {
      const own = folderOf(name);
      if (own !== null && studyIn(own, name) !== null)
        await rm(own, { recursive: true, force: true });
    },
  };
}

function studyIn(folder: string, name: string): Study | null {
  return readStudy(name, {
    head: textIn(join(folder, HEAD), MOST_HEAD),
    digest: textIn(join(folder, DIGEST), MOST_DIGEST),
    hasReport: statOf(join(folder, REPORT))?.isFile() ?? false,
  });
}

function textIn(file: string, most: number): { text: string; changedAt: string } | null {
  const stats = statOf(file);
  if (!stats?.isFile() || stats.size > most) return null;
  const text = readable(() => readFileSync(file, 'utf8'));
  return text === null ? null : { text, changedAt: stats.mtime.toISOString() };
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
