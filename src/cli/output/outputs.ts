import { OUTPUT_CLOSED } from '../../operations/exit-codes.ts';
import { systemReason } from '../../text/system-reason.ts';

/** Standard output, on a disk that is full or fails. */
const UNWRITTEN = 2;

/** What became of the outputs of this process. */
export interface Outputs {
  /** The exit code of a command that would end with `code`: 0 only where all of its output was written. */
  exitCode(code: number): number;
}

/**
 * A command goes on to its end when nobody reads its outputs any more: what it keeps was paid for. Without a reader of
 * standard error it goes on without progress; without one of standard output its exit code says so.
 */
export function guardOutputs(): Outputs {
  let lost = 0;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error) => {
    if (lost !== 0) return;
    lost = isOutputClosed(error) ? OUTPUT_CLOSED : UNWRITTEN;
    if (lost === UNWRITTEN)
      console.error(`error: standard output cannot be written: ${systemReason(error)}.`);
    // An error of a pipe may come after the command has ended.
    process.exitCode ||= lost;
  });
  return { exitCode: (code) => code || lost };
}

/** Whether an error is that of a pipe whose reader has gone. */
export function isOutputClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
