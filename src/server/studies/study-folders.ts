import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Study, StudySummary } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import type { SharedFiles } from '../../shared-files/shared-files.ts';
import type { StudyFiles } from '../../workflow/studies/kept/study-files.ts';
import type { ServiceContext } from '../service-context.ts';
import { localStudies } from './local-studies.ts';
import { sharedStudies } from './shared-studies.ts';

/** The studies of the service: among its shared files, and in a folder of this machine. One that is in both is the shared one. */
export interface StudyFolders {
  /** By name. */
  list(): Promise<StudySummary[]>;
  /** @throws NAME_UNKNOWN */
  get(name: string): Promise<Study>;
  /** The page of a finished study. @throws NAME_UNKNOWN, STUDY_UNFINISHED */
  report(name: string): Promise<Readable>;
  /** Whether a new job cannot use this name: it has a finished study, or one outside the place where jobs make them. */
  isTaken(name: string): Promise<boolean>;
  /**
   * Where jobs write a study: its folder among the shared files (`studyNameOf`), or one of this machine.
   * @throws FOLDER_MISSING
   */
  folderOf(name: string): string;
  /** Removes a study with all files of its folders. @throws NAME_UNKNOWN */
  remove(name: string): Promise<StudySummary>;
}

/**
 * @param folder of this machine; null if there is none
 * @param shared null if studies are in the folder alone
 */
export function studyFolders(
  folder: string | null,
  shared: { readonly shared: SharedFiles; readonly files: StudyFiles } | null,
  context: Pick<ServiceContext, 'elapsed' | 'log'>,
): StudyFolders {
  const sources = [
    ...(shared === null ? [] : [sharedStudies(shared.shared, shared.files, context)]),
    ...(folder === null ? [] : [localStudies(folder)]),
  ];
  const unknown = (name: string) => fail('NAME_UNKNOWN', { kind: 'study', name, nearest: null });
  /** The first place that has a study. */
  const placeOf = async (name: string) => {
    for (const source of sources) {
      const study = await source.find(name);
      if (study !== null) return { study, source };
    }
    return null;
  };
  return {
    async list() {
      const all = new Map<string, StudySummary>();
      for (const source of [...sources].reverse())
        for (const study of await source.list()) all.set(study.name, study);
      return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    get: async (name) => (await placeOf(name))?.study ?? unknown(name),
    async report(name) {
      const { source } = (await placeOf(name)) ?? unknown(name);
      const page = await source.report(name);
      if (page === null) return fail('STUDY_UNFINISHED', { name });
      return Readable.from(page, { objectMode: false });
    },
    async isTaken(name) {
      const place = await placeOf(name);
      return place !== null && (place.study.finished || place.source !== sources[0]);
    },
    folderOf(name) {
      if (shared !== null) return shared.files.folderOf(name);
      if (folder === null) return fail('FOLDER_MISSING', { what: 'studies', field: 'studies' });
      return join(folder, name);
    },
    async remove(name) {
      const { study } = (await placeOf(name)) ?? unknown(name);
      for (const source of sources) await source.remove(name);
      return study;
    },
  };
}
