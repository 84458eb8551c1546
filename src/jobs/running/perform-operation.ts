import { type Details, errorOf, fail, ThetarankError } from '../../errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { readOptions } from '../../operations/options.ts';
import { OPERATIONS, type OperationName } from '../../operations/table.ts';
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

/** Does an operation. Its error tells nothing about this machine. */
export async function performOperation(
  { operation: name, options, database }: OperationCall,
  tell: (progress: JobProgress) => void,
): Promise<OperationEnd> {
  try {
    const operation: Operation = await OPERATIONS[name]();
    const context = jobContext(operation, database, tell);
    const result = await operation.run(readOptions(operation.options, options), context);
    return { error: null, result: operation.json?.(result) ?? result };
  } catch (error) {
    return { error: told(error), result: null };
  }
}

/** An error for whoever started the job, who must not learn where the database is. */
function told(error: unknown): JobError {
  if (!(error instanceof ThetarankError)) return { code: 'DEFECT', detail: String(error) };
  const { code, details, message } = error;
  if (!('location' in details)) return { code, detail: message };
  const without = { ...details, location: 'of this service' } as Details<typeof code>;
  return { code, detail: errorOf(() => fail(code, without)).message };
}
