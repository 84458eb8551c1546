import { type Details, errorOf, fail, ThetarankError } from '../../errors.ts';
import { hearingUnread } from '../../files/table/unread-columns.ts';
import { isAnalysis } from '../../operations/analyses.ts';
import type { Operation } from '../../operations/operation.ts';
import { fieldsOf, readOptions } from '../../operations/options.ts';
import { OPERATIONS, type OperationName } from '../../operations/table.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import { inFields, spellingOf } from './in-fields.ts';
import { jobContext } from './job-context.ts';
import { type JobError, type JobProgress, unfinishedEnd } from './job-end.ts';
import { jobReports } from './job-reports.ts';
import { keptResult } from './kept-result.ts';

/** An operation that a job does. */
export interface OperationCall {
  readonly operation: OperationName;
  readonly options: Readonly<Record<string, unknown>>;
  /** The location of the database. */
  readonly database: string;
}

/** What came of it. */
export interface OperationEnd {
  readonly error: JobError | null;
  /** Null if it failed. If its folder has the result, at most notes. */
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** Options about the folder of a study, which has the study's name. */
const OF_FOLDERS = new Set(['out', 'resume']);

/** Does an operation. Its error tells nothing about this machine, and names fields. */
export async function performOperation(
  { operation: name, options, ...place }: OperationCall & { readonly version: string },
  tell: (progress: JobProgress) => void,
): Promise<OperationEnd> {
  const operation: Operation = await OPERATIONS[name]();
  const spelling = spellingOf(fieldsOf(operation.options));
  try {
    const notes: string[] = [];
    const note = (text: string) => notes.push(inFields(spelling, text));
    const context = jobContext(operation, place, { tell, note });
    const read = readOptions(operation.options, options);
    const result = await hearingUnread(notes, () => operation.run(read, context));
    const reading = {
      ...{ options: read, given: options, where: '' },
      ...{ reader: 'others' as const, hasPage: true },
    };
    await operation.write?.(result, { ...reading, t: wordsOfReports() }, context);
    const own = keptResult(name, operation.json?.(result, read) ?? result, spelling);
    const kept = isAnalysis(name)
      ? { result: own, reports: await jobReports(operation, result, reading) }
      : own;
    const reason = operation.unfinished?.(result) ?? null;
    const error = unfinishedEnd(operation.exitCode?.(result) ?? 0, reason);
    return {
      error: error && { ...error, detail: inFields(spelling, error.detail) },
      result: withNotes(options.out === undefined ? kept : null, notes),
    };
  } catch (error) {
    const { code, detail } = told(error);
    return { error: { code, detail: inFields(spelling, detail) }, result: null };
  }
}

/** A result with what was said beside it, if anything was. */
function withNotes(result: OperationEnd['result'], notes: readonly string[]) {
  return notes.length === 0 ? result : { ...result, notes };
}

/** An error for whoever started the job, who must not learn where the database is. */
function told(error: unknown): JobError {
  if (!(error instanceof ThetarankError)) return { code: 'DEFECT', detail: String(error) };
  const { code, details, message } = error;
  const shown = (own: Details<typeof code>) => ({
    code,
    detail: errorOf(() => fail(code, own)).message,
  });
  if ('location' in details) return shown({ ...details, location: 'of this service' });
  if (code !== 'OPTIONS_CONFLICT' || !OF_FOLDERS.has(String(details.options)))
    return { code, detail: message };
  return shown({
    options: 'name',
    reason: String(details.reason).replace(
      'choose another folder',
      'choose another name, or ask an administrator to remove this study',
    ),
  });
}
