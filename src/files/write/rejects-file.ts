import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { fail } from '../../errors.ts';
import { systemReason } from '../../text/system-reason.ts';
import { checkWritable } from './write.ts';

/** Takes records that were left out, one JSON object a line, as they come. */
export interface RejectsFile {
  add(reject: { file: string; where: string; reason: string; record?: unknown }): void;
  /** Puts the file where it was asked for; one that was there is replaced. */
  close(): void;
}

/** @throws FILE_UNWRITABLE */
export function rejectsFile(path: string | undefined): RejectsFile {
  if (path === undefined) return { add() {}, close() {} };
  checkWritable([path]);
  const temporary = `${path}.${process.pid}.tmp`;
  const attempt = <T>(write: () => T): T => {
    try {
      return write();
    } catch (error) {
      rmSync(temporary, { force: true });
      return fail('FILE_UNWRITABLE', { file: path, reason: systemReason(error) });
    }
  };
  const descriptor = attempt(() => openSync(temporary, 'w', 0o600));
  return {
    add: (reject) => attempt(() => writeSync(descriptor, `${lineOf(reject)}\n`)),
    close() {
      attempt(() => {
        closeSync(descriptor);
        renameSync(temporary, path);
      });
    },
  };
}

function lineOf(reject: Parameters<RejectsFile['add']>[0]): string {
  try {
    return JSON.stringify(reject);
  } catch {
    // Nested too deep to be written.
    const { record: _, ...rest } = reject;
    return JSON.stringify(rest);
  }
}
