import { ThetarankError } from '../../errors.ts';
import { span } from '../../tracing/span.ts';
import { printNote } from './typed-commands.ts';

/**
 * Writes the files of a result and prints it; what took long or was paid for is printed even if its files cannot be written.
 * @param print with what `write` gave, or null if it failed
 * @param hint how to get the result again; printed if writing failed
 * @throws FILE_UNWRITABLE of `write`, once all is printed; what else either throws
 */
export async function printedAnyway<T>(
  write: () => T | Promise<T>,
  print: (written: T | null) => void,
  hint: string | null = null,
): Promise<void> {
  let written: T | null = null;
  let failure: ThetarankError | null = null;
  try {
    written = await span('write', {}, write);
  } catch (error) {
    if (!(error instanceof ThetarankError && error.code === 'FILE_UNWRITABLE')) throw error;
    failure = error;
  }
  print(written);
  if (failure === null) return;
  if (hint !== null) printNote(hint);
  throw failure;
}
