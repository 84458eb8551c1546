import type { AnswerFormat } from '../../../item-bank/import/format.ts';
import {
  type ImportReport,
  MOST_LISTED,
  newReport,
} from '../../../item-bank/import/import-items.ts';
import { Rejection, refuseCut } from '../../../item-bank/import/records/records.ts';
import type { Source } from '../../../item-bank/import/records/source.ts';
import { type ScoredBy, scoredBy } from '../../../item-bank/import/scored-by.ts';
import { fail } from '../../errors.ts';
import { plural } from '../../numbers.ts';
import type { Responses } from '../responses/response-form.ts';
import { collectNamed } from './collect-named.ts';

/** Callbacks while files are read. */
export interface AnswersWatch {
  open(file: string): Source;
  /** Whether a file that ends within a record is read as far as it goes. */
  readonly mayBeCut?: boolean;
  /** Called with each record that was left out. */
  rejected?(reject: { file: string; where: string; reason: string; record?: unknown }): void;
}

export interface ReadAnswers extends Responses {
  /** What became of the records of each file: read = accepted + rejected + duplicates. */
  readonly reports: readonly ImportReport[];
  readonly scored: ScoredBy;
}

/**
 * Reads recorded answers from files of one format. Records that are none are left out, counted and listed; a record that says the same as
 * those before it is a duplicate.
 * @throws FILE_INVALID if no record of all files is one, and for two scores of one answer; NO_ANSWERS; and what is wrong with files
 */
export async function readAnswers(
  files: readonly string[],
  format: AnswerFormat,
  { open, rejected, mayBeCut }: AnswersWatch,
): Promise<ReadAnswers> {
  const all = collectNamed();
  const reports: ImportReport[] = [];
  const scored = scoredBy();
  for (const file of files) {
    const source = open(file);
    const report = newReport(file);
    reports.push(report);
    const reject = (where: string, reason: string, record?: unknown, isMeant = false) => {
      report.rejectedCount++;
      report.isPartial ||= !isMeant;
      if (report.rejected.length < MOST_LISTED) report.rejected.push({ where, reason });
      rejected?.({ file, where, reason, record });
    };
    for await (const records of format.records(source))
      for (const record of records) {
        const { where } = record;
        report.read++;
        if (record.reason !== undefined) {
          if (mayBeCut !== true) refuseCut(file, record);
          reject(where, record.reason);
          continue;
        }
        try {
          const answers = format.answers(record.value, source);
          const isNew = all.add(answers, { file, where });
          if (answers.scored !== undefined) scored.add(answers.scored);
          if (isNew) report.accepted++;
          else report.duplicates++;
        } catch (error) {
          if (!(error instanceof Rejection)) throw error;
          reject(where, error.message, record.value, error.isMeant);
        }
      }
  }
  if (reports.every(({ accepted }) => accepted === 0)) refuseEmpty(reports);
  const responses = all.responses(files[0]);
  if (responses.matrix.scores.every(Number.isNaN)) fail('NO_ANSWERS', { where: files.join(', ') });
  return { ...responses, reports, scored: scored.found() };
}

function refuseEmpty(reports: readonly ImportReport[]): never {
  const report = reports.find(({ rejectedCount }) => rejectedCount > 0);
  const first = report?.rejected[0];
  const read = reports.reduce((sum, one) => sum + one.read, 0);
  return fail('FILE_INVALID', {
    file: (report ?? reports[0]).file,
    ...(first !== undefined && { where: first.where }),
    found:
      first === undefined
        ? 'no records'
        : `${first.reason}; none of ${plural(read, 'record')} is a recorded answer`,
    accepted: 'recorded answers in this format',
  });
}
