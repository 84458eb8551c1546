import { z } from 'zod';
import { type Study, type StudySummary, studySummary } from '../../api/jobs.ts';
import { parseJson } from '../../text/parse-json.ts';
import { type StudyDigest, studyDigest } from '../../workflow/studies/kept/study-digest.ts';

/** Larger files are not read. In bytes. */
export const MOST_HEAD = 20_000_000;
export const MOST_DIGEST = 100_000_000;

/** A place of studies. */
export interface StudySource {
  /** By name. Only files that have changed are read again. */
  list(): Promise<StudySummary[]>;
  /** Null if it is not there. */
  find(name: string): Promise<Study | null>;
  /** The page of a finished study; null if there is none. */
  report(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** A study that is not there is removed already. */
  remove(name: string): Promise<void>;
}

/** A file of a study, as text. */
interface StudyText {
  readonly text: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

const head = z.looseObject({
  format: z.string().startsWith('thetarank-'),
  design: z
    .looseObject({ cells: z.array(z.unknown()), replications: z.int() })
    .optional()
    .catch(undefined),
});

/**
 * A study from its files, each null if it is missing.
 * @returns null if it is no study
 */
export function readStudy(
  name: string,
  files: {
    readonly head: StudyText | null;
    readonly digest: StudyText | null;
    readonly hasReport: boolean;
  },
): Study | null {
  const known = head.safeParse(parseJson(files.head?.text ?? ''));
  if (files.head === null || !known.success) return null;
  const digest = studyDigest.safeParse(parseJson(files.digest?.text ?? ''));
  if (files.digest !== null && digest.success)
    return { name, ...digest.data, finished: true, changedAt: files.digest.changedAt };
  const { design, format } = known.data;
  const empty: StudyDigest = {
    kind: format.slice('thetarank-'.length),
    title: name,
    cells: design?.cells.length ?? 0,
    replications: design?.replications ?? 0,
    // What is said of an unfinished one depends on its job.
    answer: [],
    columns: [],
    rows: [],
    plots: [],
  };
  return { name, ...empty, finished: files.hasReport, changedAt: files.head.changedAt };
}

/** What a list says of a study. */
export function summaryOf(study: Study): StudySummary {
  return studySummary.parse(study);
}
