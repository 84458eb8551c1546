import { errorOf, fail, ThetarankError } from '../../errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { readOptions } from '../../operations/options.ts';
import { OPERATIONS, type OperationName } from '../../operations/table.ts';
import { openStore } from '../../store/open-store.ts';
import type { JobError } from './child-output.ts';

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
  onProgress: (share: number, doing: string) => void,
): Promise<OperationEnd> {
  try {
    const operation: Operation = await OPERATIONS[name]();
    const result = await operation.run(readOptions(operation.options, options), {
      async store(use) {
        const store = await openStore(database, { clock: () => new Date() });
        try {
          return await use(store);
        } finally {
          await store.close();
        }
      },
      progress: (share) => onProgress(share, operation.doing),
    });
    return { error: null, result };
  } catch (error) {
    return { error: told(error), result: null };
  }
}

/** An error for whoever started the job, who must not learn where the database is. */
function told(error: unknown): JobError {
  if (!(error instanceof ThetarankError)) return { code: 'DEFECT', detail: String(error) };
  const { code, details, message } = error;
  if (!('location' in details)) return { code, detail: message };
  const without = { ...details, location: 'of this service' };
  return { code, detail: errorOf(() => fail(code, without as never)).message };
}
