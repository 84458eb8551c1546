import { join } from 'node:path';
import { type StudyFiles, studyNameOf } from '../../workflow/studies/kept/study-files.ts';

/** The folder of a study on the machine that makes it: a copy of what is kept of it. */
export interface LocalStudy {
  readonly folder: string;
  /** Keeps what is new. */
  keep(): Promise<void>;
  /** Keeps what is new now and again. @returns what ends this, once nothing is being kept */
  keepOften(onError: (error: unknown) => void): () => Promise<void>;
}

/** Between two times, in ms: what a lost process has to compute again. */
const OFTEN = 30_000;

/** A study that is kept among the shared files, copied into `folder`; null of a study that stays on this machine. */
export async function localStudy(
  kept: string,
  studies: StudyFiles | null,
  folder: string,
): Promise<LocalStudy | null> {
  const name = studyNameOf(kept);
  if (studies === null || name === null) return null;
  const local = join(folder, name);
  await studies.fetch(kept, local);
  const keep = () => studies.keep(kept, local);
  return {
    folder: local,
    keep,
    keepOften(onError) {
      let keeping = Promise.resolve();
      let isKeeping = false;
      const timer = setInterval(() => {
        if (isKeeping) return;
        isKeeping = true;
        keeping = keep()
          .catch(onError)
          .finally(() => {
            isKeeping = false;
          });
      }, OFTEN);
      return () => {
        clearInterval(timer);
        return keeping;
      };
    },
  };
}
