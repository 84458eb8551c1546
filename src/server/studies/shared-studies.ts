import { type Study, type StudySummary, studyName } from '../../api/jobs.ts';
import { ThetarankError } from '../../errors.ts';
import type { SharedFileEntry, SharedFiles } from '../../shared-files/shared-files.ts';
import { DIGEST, HEAD, REPORT } from '../../workflow/studies/kept/shown-files.ts';
import { type StudyFiles, studyNameOf } from '../../workflow/studies/kept/study-files.ts';
import type { ServiceContext } from '../service-context.ts';
import { MOST_DIGEST, MOST_HEAD, readStudy, type StudySource, summaryOf } from './study-source.ts';

/** Studies that are read at once for a list. */
const AT_ONCE = 8;
/** In ms: ages are known to the second in some places, and a list takes a moment to arrive. */
const SLACK = 2_000;
/** What cannot be read must not hide the other studies of a list. */
const UNREADABLE: ReadonlySet<string> = new Set(['SHARED_FILE_MISSING', 'SHARED_FILE_DAMAGED']);

/** The files of a study that readers see, by name. */
type Entries = ReadonlyMap<string, SharedFileEntry>;

interface Known {
  /** By the clock of the service, before its files were read. */
  readonly at: number;
  /** Names and bytes of its files. */
  readonly mark: string;
  readonly found: StudySummary | null;
}

/** Studies among the shared files. */
export function sharedStudies(
  shared: SharedFiles,
  files: StudyFiles,
  { elapsed, log }: Pick<ServiceContext, 'elapsed' | 'log'>,
): StudySource {
  let known = new Map<string, Known>();

  const text = async (entry: SharedFileEntry | undefined, most: number) => {
    if (entry === undefined || entry.bytes > most) return null;
    const parts: Uint8Array[] = [];
    for await (const part of await shared.get(entry.name)) parts.push(part);
    return { text: Buffer.concat(parts).toString('utf8'), changedAt: entry.changedAt };
  };
  const studyOf = async (name: string, entries: Entries): Promise<Study | null> => {
    // The digest is kept last: without it, or without the report, only a part is there.
    const isWhole = entries.has(DIGEST) && entries.has(REPORT);
    return readStudy(name, {
      head: await text(entries.get(HEAD), MOST_HEAD),
      digest: isWhole ? await text(entries.get(DIGEST), MOST_DIGEST) : null,
      hasReport: isWhole,
    });
  };
  const entriesOf = async (name: string): Promise<Entries | null> => {
    if (!studyName.safeParse(name).success) return null;
    const folder = files.folderOf(name);
    return studiesOf(await shared.list(`${folder}/`)).get(name) ?? null;
  };
  const find = async (name: string) => {
    const entries = await entriesOf(name);
    return entries === null ? null : studyOf(name, entries);
  };
  /** What a list says of a study, from its files only if they have changed. */
  const summary = async (name: string, entries: Entries, at: number, end: number) => {
    const mark = [...entries].map(([file, { bytes }]) => `${file} ${bytes}`).join();
    const before = known.get(name);
    // A file that was replaced since then is younger.
    const isAsBefore =
      before?.mark === mark &&
      [...entries.values()].every(({ age }) => age > end - before.at + SLACK);
    if (isAsBefore) return before!;
    try {
      const study = await studyOf(name, entries);
      return { at, mark, found: study === null ? null : summaryOf(study) };
    } catch (error) {
      if (!(error instanceof ThetarankError && UNREADABLE.has(error.code))) throw error;
      if (error.code === 'SHARED_FILE_DAMAGED')
        log('warn', 'study-not-read', { study: name, reason: error.message });
      return null;
    }
  };
  return {
    async list() {
      const at = elapsed();
      const found = [...studiesOf(await shared.list(files.prefix))];
      const end = elapsed();
      const next = new Map<string, Known>();
      for (let k = 0; k < found.length; k += AT_ONCE) {
        const some = found.slice(k, k + AT_ONCE);
        const read = await Promise.all(
          some.map(([name, entries]) => summary(name, entries, at, end)),
        );
        for (const [j, [name]] of some.entries()) {
          const one = read[j];
          if (one !== null) next.set(name, one);
        }
      }
      known = next;
      return [...next.values()].flatMap((one) => (one.found === null ? [] : [one.found]));
    },
    find,
    async report(name) {
      const entries = await entriesOf(name);
      const isWhole = entries?.has(HEAD) && entries.has(DIGEST) && entries.has(REPORT);
      return isWhole ? shared.get(`${files.folderOf(name)}/${REPORT}`) : null;
    },
    remove: (name) => files.remove(name),
  };
}

/** The studies of a list of files, with their files that readers see. */
function studiesOf(list: readonly SharedFileEntry[]): Map<string, Map<string, SharedFileEntry>> {
  const studies = new Map<string, Map<string, SharedFileEntry>>();
  for (const entry of list) {
    const end = entry.name.lastIndexOf('/');
    const file = entry.name.slice(end + 1);
    const name = studyNameOf(entry.name.slice(0, end));
    if (name === null || ![HEAD, DIGEST, REPORT].includes(file)) continue;
    const own = studies.get(name) ?? new Map<string, SharedFileEntry>();
    studies.set(name, own.set(file, entry));
  }
  return studies;
}
