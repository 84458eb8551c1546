import { mkdirSync, readdirSync } from 'node:fs';
import { fail } from '../../errors.ts';
import { systemReason } from '../../files/system-reason.ts';

/**
 * Makes the folder of a demonstration. What is in a folder is not overwritten: nobody can tell whose it is.
 * @throws OPTIONS_CONFLICT where it is there and not empty; FILE_UNWRITABLE
 */
export function demoFolder(path: string): void {
  if (namesIn(path).length > 0)
    fail('OPTIONS_CONFLICT', {
      options: '--out',
      reason: `the folder ${path} is not empty, and nothing in it is overwritten. Name another folder, or remove that one.`,
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
