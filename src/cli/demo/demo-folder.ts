import { mkdirSync, readdirSync } from 'node:fs';
import { fail } from '../../errors.ts';
import { systemReason } from '../../text/system-reason.ts';

/**
 * Makes the folder of a demonstration. Existing files are never overwritten, because their owner is not known.
 * @throws OPTIONS_CONFLICT if it is there and not empty; FILE_UNWRITABLE
 */
export function demoFolder(path: string): void {
  if (namesIn(path).length > 0)
    fail('OPTIONS_CONFLICT', {
      options: '--out',
      reason: `the folder ${path} is not empty and will not be overwritten. Choose another folder, or remove that one.`,
    });
}

function namesIn(path: string): string[] {
  try {
    mkdirSync(path, { recursive: true });
    return readdirSync(path);
  } catch (error) {
    return fail('FILE_UNWRITABLE', { file: path, reason: systemReason(error) });
  }
}
