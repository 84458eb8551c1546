import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { type ErrorCode, ThetarankError } from '../../src/errors.ts';

/** A folder for the files of one test file, removed after its tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-files-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A writer of files in a temporary folder; gives their paths. */
export function temporaryFiles(): (text: string | Buffer, name?: string) => string {
  const folder = temporaryFolder();
  let count = 0;
  return (text, name = `file${count++}.csv`) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
}

/** The error that `call` throws, which must be the user's to mend: exit code 2, its message one line. */
export function failureOf(call: () => unknown): ThetarankError {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof ThetarankError)) {
    throw new Error(`expected a ThetarankError, got ${String(thrown)}`);
  }
  expect(thrown.exitCode).toBe(2);
  expect(thrown.message).not.toMatch(/[\n\r]/);
  return thrown;
}

/** Expects `call` to fail with the error `code` and exactly this message, where FILE stands for `file`. */
export function expectFailure(
  call: () => unknown,
  code: ErrorCode,
  message: string,
  file = '',
): void {
  const error = failureOf(call);
  expect(error.message).toBe(
    message.replaceAll('UTF8_FILE', utf8Name(file)).replaceAll('FILE', file),
  );
  expect(error.code).toBe(code);
}

/** The file that a command which converts it writes. */
function utf8Name(file: string): string {
  return file.replace(/\.csv$/, '.utf8.csv');
}
