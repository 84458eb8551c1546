import { join } from 'node:path';
import { HEAD } from '../../workflow/studies/kept/shown-files.ts';
import { type StudyFiles, studyNameOf } from '../../workflow/studies/kept/study-files.ts';
import type { KeptTask } from './job-task.ts';

/** The folder of a study on the machine that makes it: a copy of what is kept of it. */
export interface LocalStudy {
  /** The task with this folder in place of the kept one. */
  readonly task: KeptTask;
  /** Keeps what is new. */
  keep(): Promise<void>;
  /** Keeps what is new now and again. @returns what ends this, once nothing is being kept */
  keepOften(onError: (error: unknown) => void): () => Promise<void>;
}

/** Between two times, in ms: what a lost process has to compute again. */
const OFTEN = 30_000;

/** The study of a task whose folder is among the shared files, copied into `folder`; null of other tasks. */
export async function localStudy(
  task: KeptTask,
  studies: StudyFiles | null,
  folder: string,
): Promise<LocalStudy | null> {
  const at = task.args.findIndex((arg) => studyNameOf(arg.replace(/^--out=/, '')) !== null);
  if (studies === null || at < 0) return null;
  const kept = task.args[at].replace(/^--out=/, '');
  const local = join(folder, studyNameOf(kept)!);
  await studies.fetch(kept, local);
  const args = task.args.with(at, `--out=${local}`);
  const keep = () => studies.keep(kept, local);
  return {
    task: { ...task, args, begun: join(local, HEAD) },
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
