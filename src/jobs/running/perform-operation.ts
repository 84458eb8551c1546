import { type Details, errorOf, fail, ThetarankError } from '../../errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { readOptions } from '../../operations/options.ts';
import { OPERATIONS, type OperationName } from '../../operations/table.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import type { JobError, JobProgress } from './child-output.ts';
import { jobContext } from './job-context.ts';

/** An operation that a job does. */
export interface OperationCall {
  readonly operation: OperationName;
  readonly options: Readonly<Record<string, unknown>>;
  /** The location of the database. */
  readonly database: string;
}

/** What came of it: one of both is null. */
export interface OperationEnd {
  readonly error: JobError | null;
  readonly result: unknown;
}

/** Options about the folder of a study, which has the study's name. */
const OF_FOLDERS = new Set(['out', 'resume']);

/** Does an operation. Its error tells nothing about this machine. */
export async function performOperation(
  { operation: name, options, ...place }: OperationCall & { readonly version: string },
  tell: (progress: JobProgress) => void,
): Promise<OperationEnd> {
  try {
    const operation: Operation = await OPERATIONS[name]();
    const context = jobContext(operation, place, tell);
    const read = readOptions(operation.options, options);
    const result = await operation.run(read, context);
    await operation.write?.(result, {
      ...{ options: read, given: options, where: '' },
      ...{ reader: 'others', hasPage: false, t: wordsOfReports() },
    });
    return { error: null, result: operation.json?.(result, read) ?? result };
  } catch (error) {
    return { error: told(error), result: null };
  }
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
