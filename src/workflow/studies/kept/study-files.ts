import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, ThetarankError } from '../../../errors.ts';
import { byName, checkName } from '../../../shared-files/check-name.ts';
import type { SharedFiles } from '../../../shared-files/shared-files.ts';
import { databaseMark } from '../../../store/location.ts';
import type { Store } from '../../../store/store.ts';
import { isMissing } from '../../../text/system-reason.ts';
import { contentOf } from './content-of.ts';
import { DIGEST, HEAD, REPORT } from './shown-files.ts';
import { bundle, type FolderFile, unbundle } from './study-bundle.ts';
import { isStudyName } from './study-name.ts';

/**
 * Studies among the shared files. A study is named by its name, or by its folder there: another process may have reached the same
 * database by another address. All methods throw SHARED_FILES_UNAVAILABLE.
 */
export interface StudyFiles {
  /** All kept studies are below it. */
  readonly prefix: string;
  /** The folder of a study among the shared files. @throws SHARED_FILE_NAME_INVALID if the name is too long */
  folderOf(name: string): string;
  /**
   * Copies what is kept of a study into a local folder, in which its command can then continue it. Nothing may be kept.
   * @throws SHARED_FILE_MISSING, SHARED_FILE_DAMAGED; the folder must then not be used
   */
  fetch(name: string, folder: string): Promise<void>;
  /**
   * Keeps a local folder of a study, also while its command runs: only files that are new or changed are copied. Readers see
   * a finished study when all of its files are kept.
   * @throws SHARED_FILE_TOO_LARGE
   */
  keep(name: string, folder: string): Promise<void>;
  /** Removes what is kept of a study. */
  remove(name: string): Promise<void>;
}

/** Begins the names of bundles, in which all other files are. */
const BUNDLE = 'files-';
/** In place of a database's mark where its files go with it: that must not depend on its address. */
const ONLY_DATABASE = '0'.repeat(12);
/** Bytes of the files of a bundle, unless one file has more: a store that speaks S3 takes as much in one request. */
const BUNDLE_BYTES = 8_000_000;
/** Local folders whose kept files are remembered. */
const REMEMBERED = 100;

interface LocalFile extends FolderFile {
  readonly bytes: number;
  /** Another one if the file has changed. */
  readonly mark: string;
}

/** The study of a folder among the shared files; null if it is no such folder. */
export function studyNameOf(folder: string): string | null {
  const name = /^studies\/[0-9a-f]{12}\/([^/]+)$/.exec(folder)?.[1];
  return name !== undefined && isStudyName(name) ? name : null;
}

/** The studies of one database. */
export function studyFiles(shared: SharedFiles, store: Pick<Store, 'location'>): StudyFiles {
  const mark = shared.isOfOneDatabase ? ONLY_DATABASE : databaseMark(store.location);
  const prefix = `studies/${mark}/`;
  /** By local folder: the mark of each file that is kept. */
  const remembered = new Map<string, Map<string, string>>();
  const remember = (folder: string, marks: Map<string, string>) => {
    remembered.delete(folder);
    remembered.set(folder, marks);
    if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value!);
  };
  const folderOf = (name: string) => {
    const folder = studyNameOf(name) === null ? `${prefix}${name}` : name;
    if (studyNameOf(folder) === null)
      fail('SHARED_FILE_NAME_INVALID', { name, accepted: 'the name of a study' });
    checkName(`${folder}/${DIGEST}`);
    return folder;
  };
  const namesIn = async (folder: string) =>
    (await shared.list(`${folder}/`)).map(({ name }) => name.slice(folder.length + 1));

  return {
    prefix,
    folderOf,
    async fetch(name, folder) {
      const kept = folderOf(name);
      const names = await namesIn(kept);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const file of names.filter((one) => one.startsWith(BUNDLE))) {
        const from = `${kept}/${file}`;
        await unbundle(await shared.get(from), folder, { name: from, place: shared.place });
      }
      for (const file of [HEAD, REPORT, DIGEST])
        if (names.includes(file)) {
          const written = createWriteStream(join(folder, file), { mode: 0o600 });
          await pipeline(await shared.get(`${kept}/${file}`), written);
        }
      const files = await filesIn(folder);
      remember(folder, new Map(files.map((file) => [file.name, file.mark])));
    },
    async keep(name, folder) {
      const kept = folderOf(name);
      // Commands write the report last. It is looked for first: if it is there now, so is everything else.
      const hasReport = await isFile(join(folder, REPORT));
      const files = await filesIn(folder);
      const own = new Map(files.map((file) => [file.name, file]));
      // Nothing can be continued without it.
      if (!own.has(HEAD)) return;
      const names = new Set(await namesIn(kept));
      // What was kept may have been removed meanwhile.
      const marks = (names.has(HEAD) && remembered.get(folder)) || new Map<string, string>();
      remember(folder, marks);
      const isChanged = (file: LocalFile) => marks.get(file.name) !== file.mark;
      const put = async (file: string) => {
        const { path, mark } = own.get(file)!;
        await shared.put(`${kept}/${file}`, contentOf(path));
        marks.set(file, mark);
      };
      const bundled = files.filter((file) => !isShown(file.name) && isChanged(file));
      const [report, digest] = hasReport ? [own.get(REPORT), own.get(DIGEST)] : [];
      const isReportNew = report !== undefined && (isChanged(report) || !names.has(REPORT));
      // A finished study has all its files from one run.
      if (names.has(DIGEST) && (bundled.length > 0 || isReportNew)) {
        await shared.remove(`${kept}/${DIGEST}`);
        names.delete(DIGEST);
      }
      if (isChanged(own.get(HEAD)!) || !names.has(HEAD)) await put(HEAD);
      let number = numberAfter(names);
      for (const group of inGroups(bundled)) {
        number = await putBundle(shared, `${kept}/`, number, group);
        for (const file of group) marks.set(file.name, file.mark);
      }
      if (report === undefined || digest === undefined) return;
      if (isReportNew) await put(REPORT);
      if (isChanged(digest) || !names.has(DIGEST)) await put(DIGEST);
    },
    async remove(name) {
      const kept = folderOf(name);
      const names = await namesIn(kept);
      // What makes it a finished study goes first, and last what makes it a study.
      const order = (file: string) => [DIGEST, REPORT, '', HEAD].indexOf(isShown(file) ? file : '');
      for (const file of names.sort((a, b) => order(a) - order(b)))
        await shared.remove(`${kept}/${file}`);
    },
  };
}

/** Whether readers see it. It then stands by itself; all other files are in bundles, so that lists are short. */
function isShown(file: string): boolean {
  return file === HEAD || file === DIGEST || file === REPORT;
}

/** The number of the next bundle. */
function numberAfter(names: ReadonlySet<string>): number {
  let last = 0;
  for (const name of names)
    if (name.startsWith(BUNDLE))
      last = Math.max(last, Number.parseInt(name.slice(BUNDLE.length), 10) || 0);
  return last + 1;
}

/** Groups of at most BUNDLE_BYTES, in order. */
function inGroups(files: readonly LocalFile[]): LocalFile[][] {
  const groups: LocalFile[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (bytes + file.bytes > BUNDLE_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)!.push(file);
    bytes += file.bytes;
  }
  return groups;
}

/**
 * Puts files as one bundle, or as two where the limit of the place is lower.
 * @returns the number of the next bundle
 */
async function putBundle(
  shared: SharedFiles,
  folder: string,
  number: number,
  files: readonly LocalFile[],
): Promise<number> {
  // Two processes may keep the same study for a moment, after one of them was taken for lost. Their bundles have different names.
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8);
  const name = `${folder}${BUNDLE}${String(number).padStart(6, '0')}-${hash}`;
  try {
    await shared.put(name, bundle(files));
    return number + 1;
  } catch (error) {
    const isTooLarge = error instanceof ThetarankError && error.code === 'SHARED_FILE_TOO_LARGE';
    if (!isTooLarge || files.length === 1) throw error;
    const half = Math.ceil(files.length / 2);
    const next = await putBundle(shared, folder, number, files.slice(0, half));
    return putBundle(shared, folder, next, files.slice(half));
  }
}

/** The files of a study's folder. Files that are being written begin with a full stop; links are not followed. */
async function filesIn(folder: string): Promise<LocalFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: LocalFile[] = [];
  for (const found of entries) {
    const path = join(found.parentPath, found.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!found.isFile() || name.split('/').some((part) => part.startsWith('.'))) continue;
    checkName(name);
    const facts = await lstat(path).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!facts?.isFile()) continue;
    const mark = `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
    files.push({ name, path, bytes: facts.size, mark });
  }
  return files.sort(byName);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
